/* module.h: liblodestone as a WebAssembly module: one function that takes the name of
 * an operation and its members, and answers in JSON, as the server's API does
 * (docs/api.md). page/engine/module.js calls it. An instance has one thread and serves
 * one call at a time. */
#pragma once

#include <stddef.h>

#define MODULE_EXPORT(name) __attribute__((export_name(#name)))

/* Room for what the page writes, NULL when there is none; and its end. */
MODULE_EXPORT(module_memory) void *module_memory(size_t size);
MODULE_EXPORT(module_release) void module_release(void *memory);

/* Runs an operation. Members are texts: name NUL value NUL ... NUL. Returns a text to be
 * released, {"result": ...} or {"error": {"code", "message"}}; NULL when memory ran out.
 */
MODULE_EXPORT(module_call) char *module_call(const char *name, const char *members);

/* Of the engine only: where the page puts an opening book, such as
 * "mancala/book_steal.bin", and its size; NULL and 0 when there is no such book. */
MODULE_EXPORT(module_file) unsigned char *module_file(const char *name);
MODULE_EXPORT(module_file_size) size_t module_file_size(const char *name);

/* Provided by the page: called while an operation works, with what it found so far. The
 * text is valid during the call. */
__attribute__((import_module("lodestone"), import_name("update"))) void
module_update(const char *json);
