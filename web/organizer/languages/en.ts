// What people read in the console before they are signed in. English.
import type { Words } from '../../shared/language.ts'
import { makeEntranceTexts } from '../../shared/languages/en.ts'

type Role = 'owner' | 'manager' | 'staff'

export const makeArrivalTexts = (words: Words) => ({
  ...makeEntranceTexts(words),
  loading: 'Loading…',
  tryAgain: 'Try again',
  newVersion:
    'Doorlist was updated. Load the page again to continue. What you typed is lost then, so copy it first.',
  loadAgain: 'Load again',
  signInLead: 'Your organization’s events, sessions, guests and listings.',

  createPasskey: 'Create passkey',
  yourName: 'Your name',
  nameMissing: 'Enter a name.',
  organizer: 'Organizer',
  organizerHint: 'The name of your venue or company. Guests read it on their tickets.',
  organizerMissing: 'Enter the name of your organization.',
  setupCode: 'Setup code',
  setupCodeMissing: 'Enter the setup code.',
  setupLead: 'Set up this service. You will own its first organizer.',
  setupRefused: 'The setup code is wrong, or this service is already set up.',
  setupOver: 'This service is already set up.',
  passkeyHelp: 'A passkey replaces a password: you sign in with your fingerprint, face or PIN.',
  havePasskey: 'I have a passkey',
  signUpLost: 'The connection was lost. Try again. If your passkey was already saved, sign in with it.',
  signUpRepeated: 'Your passkey may already be saved: sign in with it. Otherwise, try again.',
  roles: { owner: 'Owner', manager: 'Manager', staff: 'Door staff' } satisfies Record<Role, string>,
  invitedBy: (organizer: string, role: string) => `${organizer} has invited you. Your role: ${role}.`,
  invitationOver: 'This invitation has expired or was already used. Ask for a new one.',
  connectLink: 'Connect link',
})

export type ArrivalTexts = ReturnType<typeof makeArrivalTexts>
