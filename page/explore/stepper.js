// stepper.js: going through a search step by step: buttons, a slider, playing.

import {h, icon, iconButton} from '../ui/dom.js';
import {complain} from '../ui/announce.js';
import {select} from '../ui/dialogs.js';
import {isInner} from './trees.js';
import {number} from './words.js';

// moved(step, quiet): a step was reached; all that leads to it is loaded.
export function createStepper(moved) {
    let tree = null, step = 1, timer = 0, playing = false, wanted = 0;
    const count = h('span', {class: 'stepper-count'});
    const slider = h('input', {type: 'range', min: '1', step: '1', 'aria-label': 'Step', oninput: () => go(Number(slider.value))});
    const speed = select('speed', [['1', '1 a second'], ['4', '4 a second'], ['16', '16 a second']], '1');
    speed.setAttribute('aria-label', 'Speed');
    const play = iconButton('play', 'Play', () => toggle(), {title: 'Play (Space)'});
    const cut = h('button', {type: 'button', class: 'plain small', onclick: () => run(toCut)}, 'Next cut');
    const element = h('div', {class: 'stepper', role: 'group', 'aria-label': 'Step through the search'},
        slider,
        h('div', {class: 'stepper-buttons'},
            iconButton('first', 'To the beginning', () => go(1), {title: 'To the beginning (↑)'}),
            iconButton('back', 'One step back', () => go(step - 1), {title: 'One step back (←)'}),
            play,
            iconButton('forward', 'One step forward', () => go(step + 1), {title: 'One step forward (→)'}),
            iconButton('last', 'To the end', () => go(Infinity), {title: 'To the end (↓)'}), cut, speed),
        count);

    const run = action => Promise.resolve(action()).catch(error => {
        stop();
        complain(error);
    });

    function stop() {
        clearTimeout(timer);
        playing = false;
        play.replaceChildren(icon('play'));
        play.setAttribute('aria-label', 'Play');
    }

    // Later wishes overtake those that still load.
    async function reach(to, quiet = false) {
        const at = Math.max(1, Math.min(tree.size, to)), mine = ++wanted, asked = tree;
        await asked.reach(at);
        if (mine !== wanted || asked !== tree)
            return;
        step = at;
        slider.value = step;
        slider.setAttribute('aria-valuetext', `step ${step} of ${tree.size}`);
        count.textContent = `Step ${number(step)} of ${number(tree.size)}`;
        moved(step, quiet);
    }

    function go(to) {
        stop();
        return run(() => tree && reach(to));
    }

    async function toCut() {
        stop();
        const next = await tree.nextCut(step < tree.size ? step : 1); // from the end to the first one
        await reach(next ?? tree.size);
    }

    async function tick() {
        if (!playing)
            return;
        if (step >= tree.size)
            return stop();
        const began = performance.now();
        await reach(step + 1, true);
        // The next children are fetched while this step is looked at.
        if (isInner(tree.node(step)))
            tree.open(step).catch(() => {});
        timer = setTimeout(() => run(tick), Math.max(0, 1000 / Number(speed.value) - (performance.now() - began)));
    }

    function toggle() {
        if (playing || !tree)
            return stop();
        playing = true;
        play.replaceChildren(icon('pause'));
        play.setAttribute('aria-label', 'Pause');
        return run(async () => {
            if (step >= tree.size)
                await reach(1, true);
            timer = setTimeout(() => run(tick), 1000 / Number(speed.value));
        });
    }

    return {
        element,
        get step() { return step; },
        get playing() { return playing; },
        show(next, at) {
            stop();
            tree = next;
            slider.max = tree.size;
            cut.disabled = tree.counts.cuts === 0;
            return reach(at ?? tree.size, true);
        },
        stop,
        keys: () => ({back: () => go(step - 1), forward: () => go(step + 1), first: () => go(1), last: () => go(Infinity), best: toggle}),
    };
}
