import type { Decorator, Preview } from '@storybook/react-vite';
import '../src/react/styles.css';
import './preview.css';

/** The scheme of the toolbar, on the element around the story, as a host would set it. */
const withTheme: Decorator = (Story, { globals, parameters }) => (
  <div className="stage" data-theme={globals.theme} dir={parameters.dir} lang={parameters.lang}>
    <div className="stage-column" data-width={parameters.column}>
      <Story />
    </div>
  </div>
);

const preview: Preview = {
  decorators: [withTheme],
  tags: ['autodocs'],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    controls: { matchers: { date: /At$/ } },
    options: {
      storySort: {
        order: [
          'Three layers of claim',
          'MocaAnswer',
          'CitationPill',
          'CitationCard',
          'TrustBadges',
          'SourceList',
        ],
      },
    },
  },
  globalTypes: {
    theme: {
      description: 'Colour scheme',
      toolbar: { title: 'Theme', icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light' },
};

export default preview;
