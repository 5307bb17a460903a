/** Messages of the Messages API as the service sends them, shortened to what citations need. */

const envelope = { id: 'msg_1', type: 'message', role: 'assistant', model: 'model', stop_reason: 'end_turn' };

export const plainText = {
  ...envelope,
  content: [
    { type: 'text', text: 'According to the document, ', citations: null },
    {
      type: 'text',
      text: 'the grass is green',
      citations: [
        {
          type: 'char_location',
          cited_text: 'The grass is green.',
          document_index: 0,
          document_title: 'Example Document',
          start_char_index: 0,
          end_char_index: 20,
          file_id: null,
        },
      ],
    },
    { type: 'text', text: ' and ', citations: null },
    {
      type: 'text',
      text: 'the sky is blue 🌤️.',
      citations: [
        {
          type: 'char_location',
          cited_text: 'The sky is blue.',
          document_index: 0,
          document_title: 'Example Document',
          start_char_index: 20,
          end_char_index: 36,
          file_id: 'file_011',
        },
        {
          type: 'char_location',
          cited_text: 'The grass is green.',
          document_index: 0,
          document_title: 'Example Document',
          start_char_index: 0,
          end_char_index: 20,
          file_id: null,
        },
      ],
    },
  ],
};

export const pdf = {
  ...envelope,
  content: [
    {
      type: 'text',
      text: '🚢 Five free days at destination.\n',
      citations: [
        {
          type: 'page_location',
          cited_text: 'Free time: 5 days',
          document_index: 1,
          document_title: null,
          start_page_number: 5,
          end_page_number: 6,
          file_id: null,
        },
        {
          type: 'page_location',
          cited_text: 'Demurrage',
          document_index: 1,
          document_title: 'Tariff',
          start_page_number: 7,
          end_page_number: 10,
          file_id: null,
        },
      ],
    },
  ],
};

export const customContent = {
  ...envelope,
  content: [
    {
      type: 'text',
      text: 'Chunk two says so.',
      citations: [
        {
          type: 'content_block_location',
          cited_text: 'These are important findings',
          document_index: 2,
          document_title: 'Custom Content',
          start_block_index: 1,
          end_block_index: 2,
          file_id: null,
        },
      ],
    },
  ],
};

export const searchResult = {
  ...envelope,
  content: [
    {
      type: 'text',
      text: 'Keys last 90 days.',
      citations: [
        {
          type: 'search_result_location',
          cited_text: 'All keys expire after 90 days.',
          search_result_index: 0,
          source: 'https://docs.example.com/api-keys',
          title: 'API keys',
          start_block_index: 0,
          end_block_index: 1,
        },
        {
          type: 'search_result_location',
          cited_text: 'Keys rotate.',
          search_result_index: 1,
          source: 'kb/keys.md',
          title: null,
          start_block_index: 0,
          end_block_index: 1,
        },
      ],
    },
  ],
};

export const webSearch = {
  ...envelope,
  content: [
    {
      type: 'server_tool_use',
      id: 'srvtoolu_1',
      name: 'web_search',
      input: { query: 'claude shannon birth date' },
    },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [
        {
          type: 'web_search_result',
          url: 'https://wiki.example/Claude_Shannon',
          title: 'Claude Shannon',
          encrypted_content: 'EqgfCioIARgB',
          page_age: 'April 30, 2025',
        },
        {
          type: 'web_search_result',
          url: 'https://unused.example/',
          title: 'Unused',
          encrypted_content: 'EqgfCioIARgC',
          page_age: null,
        },
      ],
    },
    {
      type: 'text',
      text: ' Claude Shannon was born on April 30, 1916 ',
      citations: [
        {
          type: 'web_search_result_location',
          url: 'https://wiki.example/Claude_Shannon',
          title: 'Claude Shannon',
          encrypted_index: 'Eo8BCioIAhgBIiQ',
          cited_text: 'Claude Elwood Shannon (April 30, 1916 – February 24, 2001)',
        },
      ],
    },
  ],
};

export const webSearchFailed = {
  ...envelope,
  content: [
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
    },
    { type: 'text', text: 'I could not search.', citations: null },
  ],
};

export const webFetch = {
  ...envelope,
  content: [
    {
      type: 'web_fetch_tool_result',
      tool_use_id: 'srvtoolu_2',
      content: {
        type: 'web_fetch_result',
        url: 'https://example.com/article',
        retrieved_at: '2025-08-25T10:30:00Z',
        content: {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'Full text' },
          title: 'Article',
          citations: { enabled: true },
        },
      },
    },
    { type: 'text', text: 'Read it.', citations: [] },
  ],
};
