// sound.js: short sounds for moves, made on the spot; there is a switch in the menu of a game.

import {setting} from './settings.js';

// Each is a list of [frequency, start, length, loudness]: wood, stones, a chord at the end.
const SOUNDS = {
    cave: [[190, 0, 0.09, 0.5], [95, 0, 0.12, 0.4]],
    mancala: [[720, 0, 0.04, 0.25], [980, 0.05, 0.04, 0.2]],
    capture: [[520, 0, 0.07, 0.3], [390, 0.07, 0.09, 0.35], [260, 0.16, 0.12, 0.4]],
    end: [[392, 0, 0.5, 0.22], [494, 0.06, 0.5, 0.22], [587, 0.12, 0.6, 0.22]],
};
let context = null;

// Browsers allow no sound before the first click or key, and say so in the log if one tries.
export function playSound(name) {
    if (!setting('sound') || document.hidden || !navigator.userActivation?.hasBeenActive || !globalThis.AudioContext)
        return;
    context ??= new AudioContext();
    for (const [frequency, start, length, loudness] of SOUNDS[name]) {
        const tone = context.createOscillator(), volume = context.createGain(), at = context.currentTime + start;
        tone.frequency.value = frequency;
        tone.type = 'triangle';
        volume.gain.setValueAtTime(loudness * 0.3, at);
        volume.gain.exponentialRampToValueAtTime(0.001, at + length);
        tone.connect(volume).connect(context.destination);
        tone.start(at);
        tone.stop(at + length);
    }
}
