// Texts of the webhooks and the feed.
import type { Schemas } from '../shared/schemas.ts'

type Webhook = Schemas['Webhook']

const count = (behind: number): string => {
  if (behind === 1_000) return '1,000 events or more are waiting'
  return behind === 1 ? '1 event is waiting' : `${behind} events are waiting`
}

export const texts = {
  webhooks: 'Webhooks',
  help: 'A webhook tells a badge printer, a chat or another program what happens: check-ins, tickets, sessions and imports. It gets IDs, no names.',
  onlyOwners: 'Only owners can see and add webhooks.',
  none: 'No webhooks.',
  noneHelp: 'You need one only for a program that wants to know at once.',
  add: 'Add webhook',
  edit: 'Edit webhook',
  url: 'URL',
  urlHint: 'An https address of the program, with a public host name.',
  urlMissing: 'Enter a URL.',
  description: 'Description',
  types: 'Events',
  typesOf: {
    all: 'Everything',
    door: 'At the door: check-ins, exits and undos',
    tickets: 'Tickets and imports',
    same: 'As set by a program',
  },
  states: { Active: 'Active', Failing: 'Failing', Paused: 'Paused' } satisfies Record<
    Webhook['state'],
    string
  >,
  reasons: {
    Owner: 'Somebody paused it.',
    Failing: 'It failed for three days.',
    Gone: 'The program answered that it wants nothing more (410).',
    Secret: 'Its secret is lost. Make a new one.',
    Behind:
      'It is more than 30 days behind, and events that it has not got were deleted. Resume it from now.',
  } satisfies Record<NonNullable<Webhook['pauseReason']>, string>,
  upToDate: 'Up to date',
  behind: (behind: number, since: string) => `${count(behind)}, since ${since}`,
  answered: (status: number, time: string) => `Last answer ${status}, ${time}`,
  noAnswer: (time: string) => `No answer, ${time}`,
  neverSent: 'Nothing sent yet',
  nextAttempt: (time: string) => `Next attempt ${time}`,
  oldSecretUntil: (time: string) => `The secret before also signs until ${time}.`,
  test: 'Send a test',
  tested: (status: number) => `The program answered ${status}.`,
  testFailed: 'No answer within 10 seconds, or it must not be sent there.',
  pause: 'Pause',
  resume: 'Resume',
  resumeHelp: 'What should it get of what it missed?',
  fromStop: 'Everything it missed',
  fromNow: 'Nothing, go on from now',
  newSecret: 'New secret',
  secret: 'Secret',
  secretHelp: 'Copy the secret now. It is not shown again. The program checks signatures with it.',
  confirmDelete: (url: string) => `Delete the webhook to ${url}? It gets nothing more.`,
  feed: 'Feed',
  feedHelp: 'Programs of the organizer can also read what happens themselves.',
  feedOn: 'The feed is on.',
  feedOff: 'The feed is off.',
  feedByWebhook: 'The feed is on, because there is a webhook.',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
} as const
