// The examples of the documentation: their form, and the ids of the demo data, with which they work without
// editing.

export type Example<Value = unknown> = {
  summary: string
  value: Value
  /** Changes nothing in the demo. "Try it out" is prefilled with the first example. */
  harmless?: boolean
}

/** The demo id that ends with `end`. */
export const demoId = (end: string): string => `0190a000-0000-7000-8000-${end.padStart(12, '0')}`

/** Path parameters in examples. `id` is a listing. The demo has no invitation. */
export const EXAMPLE_IDS = {
  organizerId: demoId('1'),
  eventId: demoId('10'),
  seriesId: demoId('20'),
  sessionId: demoId('30'),
  venueId: demoId('50'),
  ticketTypeId: demoId('60'),
  areaId: demoId('64'),
  invitationId: demoId('70'),
  deviceId: demoId('80'),
  programId: demoId('85'),
  webhookId: demoId('86'),
  sourceId: demoId('87'),
  passkeyId: 'wJ5pQk3zT0m2yX8aLr7VfA',
  recordId: '019a7f3e-2b64-7cc1-8f0a-5d1e9b7c4a21',
  subject: 'door',
  ticketId: demoId('90'),
  listId: demoId('95'),
  checkInId: '7d0c3a51-1c55-4d6b-9a8e-2f4b6c8d0e10',
  id: demoId('41'),
  slug: 'northlight-nights',
} as const

/** The code at the end of a link. */
export const EXAMPLE_CODE = 'bA0ePzqvQb6mDf2xJwK9sA'

/** The path of a route with the demo's ids. */
export const examplePath = (route: string): string =>
  route.replace(/:(\w+)/g, (_, name: string) => (EXAMPLE_IDS as Record<string, string>)[name] ?? '')

/** The links of a page that is not the last one. */
export const exampleLinks = (route: string, query = 'pageSize=1') => {
  const self = `${examplePath(route)}?${query}`
  return { self, next: `${self}&cursor=WyJVaFh` }
}
