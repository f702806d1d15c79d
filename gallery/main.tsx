import '#ui/theme/global.css.ts';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { ComponentPage } from './components/component-page.tsx';
import { componentStories } from './components/component-stories.tsx';
import { screenEntries } from './entries.ts';
import { idle, typefacesLoaded } from './harness/page-settled.ts';
import { type RenderedStory, renderStory } from './harness/render-story.tsx';
import { IndexPage } from './index-page.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('gallery.html has no #root');

let root: Root | undefined;
let rendered: RenderedStory | undefined;

/** Renders the requested story. Then sets `data-settled` to the story's id and the machines' states. */
const show = async (at: HTMLElement): Promise<void> => {
  const { dataset } = document.documentElement;
  delete dataset['settled'];
  root?.unmount();
  rendered?.end();
  rendered = undefined;
  root = createRoot(at);

  const wanted = new URLSearchParams(location.search).get('show');
  const entry = screenEntries.find(({ id }) => id === wanted);
  if (entry === undefined) {
    const name = wanted?.replace(/^ui\./, '') ?? '';
    const stories = componentStories[name];
    document.title = 'Gallery · Coffer';
    root.render(
      <StrictMode>
        {stories === undefined ? <IndexPage /> : <ComponentPage name={name} stories={stories} />}
      </StrictMode>,
    );
    await idle();
    dataset['settled'] = wanted ?? 'index';
    return;
  }
  const begun = renderStory(entry.story, root);
  rendered = begun;
  const states = await begun.settled;
  if (rendered === begun) dataset['settled'] = [entry.id, ...states].join(' ');
};

window.addEventListener('popstate', () => void show(container));
void typefacesLoaded().then(() => show(container));
