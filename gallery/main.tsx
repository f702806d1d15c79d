import '#ui/theme/global.css.ts';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { ComponentPage } from './components/component-page.tsx';
import { componentNames } from './components/names.ts';
import { screenEntries } from './entries.ts';
import { quiet, typefacesLoaded } from './harness/page-settled.ts';
import { type Play, play } from './harness/render-story.tsx';
import { IndexPage } from './index-page.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('gallery.html has no #root');

let root: Root | undefined;
let playing: Play | undefined;

/**
 * Shows what the address asks for. `data-standing` of the document says, as soon as everything stands, what it is and
 * in which states the machines are.
 */
const show = async (at: HTMLElement): Promise<void> => {
  const { dataset } = document.documentElement;
  delete dataset['standing'];
  root?.unmount();
  playing?.end();
  playing = undefined;
  root = createRoot(at);

  const wanted = new URLSearchParams(location.search).get('show');
  const entry = screenEntries.find(({ id }) => id === wanted);
  if (entry === undefined) {
    const name = componentNames.find((candidate) => wanted === `ui.${candidate}`);
    document.title = 'Gallery · Coffer';
    root.render(
      <StrictMode>{name === undefined ? <IndexPage /> : <ComponentPage name={name} />}</StrictMode>,
    );
    await quiet();
    dataset['standing'] = wanted ?? 'index';
    return;
  }
  const begun = play(entry.scene, root);
  playing = begun;
  const states = await begun.standing;
  if (playing === begun) dataset['standing'] = [entry.id, ...states].join(' ');
};

window.addEventListener('popstate', () => void show(container));
void typefacesLoaded().then(() => show(container));
