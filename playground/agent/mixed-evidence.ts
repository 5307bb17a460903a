import type { RegisterEntry } from '../../src/schema/register.js';

interface MixedEvidence {
  afterword: string;
  /** Numbered above the package nodes of any answer; the last one was looked at and not used. */
  entries: readonly RegisterEntry[];
}

export const MIXED: Readonly<Record<'en' | 'de', MixedEvidence>> = {
  en: {
    afterword:
      'The queue at the workshop stands at **four working days** today [7]. Owners report about the same [8]. ' +
      'Your own machine came back after six days last year [9].',
    entries: [
      {
        marker: 7,
        kind: 'tool',
        title: 'Workshop queue',
        toolName: 'workshop_queue',
        toolArguments: { workshop: 'Leeds', model: 'ember-2' },
        quote: '{ "workingDays": 4, "machines": 11 }',
        used: true,
      },
      {
        marker: 8,
        kind: 'web',
        title: 'How long did your repair take?',
        url: 'https://ember-owners.example/threads/204',
        quote: 'Mine was back within the week, boiler and all.',
        used: true,
      },
      {
        marker: 9,
        kind: 'memory',
        title: 'Your last repair',
        quote: 'My Ember was at the workshop in March and came back after six days.',
        used: true,
      },
      {
        marker: 10,
        kind: 'file',
        title: 'Workshop calendar',
        path: 'shared/workshop-calendar-2026.csv',
        used: false,
      },
    ],
  },
  de: {
    afterword:
      'In der Werkstatt warten die Maschinen heute **vier Arbeitstage** [7]. Andere berichten Ähnliches [8]. ' +
      'Ihre eigene Maschine war im letzten Jahr nach sechs Tagen zurück [9].',
    entries: [
      {
        marker: 7,
        kind: 'tool',
        title: 'Warteliste der Werkstatt',
        toolName: 'workshop_queue',
        toolArguments: { workshop: 'Kassel', model: 'ember-2' },
        quote: '{ "workingDays": 4, "machines": 11 }',
        used: true,
      },
      {
        marker: 8,
        kind: 'web',
        title: 'Wie lange hat eure Reparatur gedauert?',
        url: 'https://ember-owners.example/threads/311',
        quote: 'Meine war innerhalb einer Woche wieder da.',
        used: true,
      },
      {
        marker: 9,
        kind: 'memory',
        title: 'Ihre letzte Reparatur',
        quote: 'Meine Ember war im März in der Werkstatt und kam nach sechs Tagen zurück.',
        used: true,
      },
      {
        marker: 10,
        kind: 'file',
        title: 'Werkstattkalender',
        path: 'shared/workshop-calendar-2026.csv',
        used: false,
      },
    ],
  },
};
