import type { Plugin } from 'vite';

/** Adds a preload link for the font to each page, so that it is requested together with the styles that need it. */
export const preloadFont = (name: RegExp): Plugin => {
  let base = '';
  return {
    name: 'preload-font',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((fileName) => name.test(fileName));
        if (file === undefined) throw new Error(`No font in the build is called ${name}`);
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: base + file, crossorigin: true },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
};
