"""The parts of tools/report: play, explain, draw, write."""
