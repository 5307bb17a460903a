/** Responses of the Responses API as the service sends them, shortened to what citations need. */

const message = (text: string, annotations: readonly object[]) => ({
  id: 'msg_67c9',
  type: 'message' as const,
  role: 'assistant' as const,
  status: 'completed' as const,
  content: [{ type: 'output_text' as const, text, annotations }],
});

const SEARCH_TEXT =
  'The fee is 20 euros ([example.com](https://example.com/fees?utm_source=openai)). Pets stay free ([pets.example](https://pets.example/?utm_source=openai)).';

export const webSearch = {
  id: 'resp_1',
  object: 'response',
  output: [
    {
      id: 'ws_1',
      type: 'web_search_call',
      status: 'completed',
      action: {
        type: 'search',
        query: 'fees and pets',
        sources: [
          { type: 'url', url: 'https://example.com/fees?utm_source=openai' },
          { type: 'url', url: 'https://unused.example/' },
        ],
      },
    },
    message(SEARCH_TEXT, [
      {
        type: 'url_citation',
        start_index: 20,
        end_index: 79,
        url: 'https://example.com/fees?utm_source=openai',
        title: 'Fees',
      },
      {
        type: 'url_citation',
        start_index: 96,
        end_index: 153,
        url: 'https://pets.example/?utm_source=openai',
        title: 'Pets',
      },
    ]),
  ],
};

/** Offsets count code points: the emoji before them are one each. */
export const emojiBefore = {
  output: [
    message('👋🏽 Hallo 🏠! Miete ([a.example](https://a.example/)).', [
      { type: 'url_citation', start_index: 18, end_index: 51, url: 'https://a.example/', title: 'Miete' },
    ]),
  ],
};

/** A proxy that counts UTF-16 units: only that range has the address. */
export const emojiUtf16 = {
  output: [
    message('👋🏽 Hallo 🏠! Miete ([a.example](https://a.example/)).', [
      { type: 'url_citation', start_index: 21, end_index: 54, url: 'https://a.example/', title: 'Miete' },
    ]),
  ],
};

/** The index of a file citation is the place in the text. */
export const fileSearch = {
  output: [
    {
      id: 'fs_1',
      type: 'file_search_call',
      status: 'completed',
      queries: ['returns'],
      results: [
        {
          file_id: 'file-a',
          filename: 'returns.pdf',
          score: 0.91,
          text: 'Returns within 30 days.',
          attributes: {},
        },
        {
          file_id: 'file-b',
          filename: 'shipping.pdf',
          score: 0.34,
          text: 'Ships in 2 days.',
          attributes: {},
        },
      ],
    },
    message('Hello. You have 30 days to return it. Keep the receipt.', [
      { type: 'file_citation', index: 37, file_id: 'file-a', filename: 'returns.pdf' },
      { type: 'file_citation', index: 55, file_id: 'file-a', filename: 'returns.pdf' },
    ]),
  ],
};

/** The same annotation where `index` numbers the files. */
export const fileList = {
  output: [
    message('You have 30 days to return it.', [
      { type: 'file_citation', index: 0, file_id: 'file-a', filename: 'returns.pdf' },
      { type: 'file_citation', index: 1, file_id: 'file-b', filename: 'shipping.pdf' },
    ]),
  ],
};

export const containerFile = {
  output: [
    message('The total is in sandbox:/mnt/data/total.csv.', [
      {
        type: 'container_file_citation',
        container_id: 'cntr_1',
        file_id: 'cfile_1',
        filename: 'total.csv',
        start_index: 16,
        end_index: 43,
      },
    ]),
  ],
};

/** Two pages behind one stretch, and one that crosses both. */
export const overlapping = {
  output: [
    message('Rent is due on the first.', [
      { type: 'url_citation', start_index: 0, end_index: 11, url: 'https://a.example/', title: 'A' },
      { type: 'url_citation', start_index: 0, end_index: 11, url: 'https://b.example/', title: 'B' },
      { type: 'url_citation', start_index: 5, end_index: 24, url: 'https://c.example/', title: 'C' },
    ]),
  ],
};

export const mcpCall = {
  output: [
    {
      id: 'mcp_1',
      type: 'mcp_call',
      name: 'get_balance',
      server_label: 'bank',
      arguments: '{"account":"A-1"}',
      output: '42.00 EUR',
      error: null,
    },
    message('Your balance is 42 euros.', []),
  ],
};

/** Two messages: offsets begin anew in each part. */
export const twoParts = {
  output: [
    message('First. ', []),
    message('Second (https://a.example/).', [
      { type: 'url_citation', start_index: 7, end_index: 27, url: 'https://a.example/', title: 'A' },
    ]),
  ],
};
