import type { Page } from '@playwright/test';
import { noRequests } from '../../support/requests.ts';

/** A form's statement about a submit. */
export type Notice =
  | { says: 'sent' | 'saved' | 'had-arrived'; reference: string }
  | { says: 'refused' | 'not-stored' | 'broken' | 'nothing'; reference: null };

const REFERENCE = /[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/;

export function readNotice(text: string): Notice {
  const [reference] = REFERENCE.exec(text) ?? [null];
  if (reference && text.includes('already sent')) return { says: 'had-arrived', reference };
  if (reference && text.includes('Saved on this device')) return { says: 'saved', reference };
  if (reference && text.includes('has reached us')) return { says: 'sent', reference };
  if (/(Not|Perhaps) sent, and not saved/.test(text))
    return { says: 'not-stored', reference: null };
  if (text.includes('Something went wrong on this page'))
    return { says: 'broken', reference: null };
  return { says: text.includes('Failed to') ? 'refused' : 'nothing', reference: null };
}

/** My requests' statement about one submission. */
export interface Card {
  reference: string;
  state: 'waiting' | 'sending' | 'sent' | 'attention';
  /** The state of a sent submission's alert. */
  alert: 'sent' | 'not-sent' | 'on its way';
  mayHaveArrived: boolean;
  hadArrived: boolean;
  /** The device itself asks for a decision, without an answer of the server. */
  isAskedHere: boolean;
}

function readCard(text: string): Card | null {
  const [reference] = REFERENCE.exec(text) ?? [];
  if (!reference) return null;
  const has = (words: string) => text.includes(words);
  const isSent = /^Sent/m.test(text) || has('We have it');
  return {
    reference,
    state: isSent
      ? 'sent'
      : has('Waiting to be sent')
        ? 'waiting'
        : has('Needs attention')
          ? 'attention'
          : 'sending',
    alert: has('email alert is late')
      ? 'not-sent'
      : has('still on its way')
        ? 'on its way'
        : 'sent',
    mayHaveArrived: has('It waits on this device') || has('An earlier try may have reached us'),
    hadArrived: has('had already reached us'),
    isAskedHere: has('The preferred date passed') || has('no longer on this device'),
  };
}

/** Reads My requests from an open page. */
export async function readCards(page: Page): Promise<Card[]> {
  const cards = page.getByRole('main').getByRole('listitem');
  await cards.first().or(noRequests(page)).waitFor();
  return (await cards.allInnerTexts()).flatMap((text) => readCard(text) ?? []);
}
