// The icons of the navigation, 24 × 24, drawn with lines.
const PATHS = {
  today: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  events: 'M4 9h16M8 3v3m8-3v3M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z',
  guests:
    'M3 20c0-4 3-6 6-6s6 2 6 6M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7m7-7a3.5 3.5 0 0 1 0 7m2 3c2 1 3 3 3 6',
  phones: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 15h2',
  people:
    'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm2 11c.4-2 1.5-3 3-3s2.6 1 3 3M9 10.500a1.5 1.5 0 1 0 0-.01M15 10h3m-3 4h3',
  venues: 'M12 21c4-4.5 7-7.5 7-11a7 7 0 0 0-14 0c0 3.5 3 6.5 7 11Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  listings: 'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 5h6m-6 4h6m-6 4h3',
  programs: 'm8 8-4 4 4 4m8-8 4 4-4 4M13.5 5l-3 14',
  webhooks: 'M5 12h11m-4-5 5 5-5 5M20 5v14',
  privacy: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6l7-3Zm-3 9 2 2 4-4',
  history: 'M4 12a8 8 0 1 0 2.5-5.800L4 8.500M4 4v4.500h4.500M12 8v4l3 2',
  find: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13Zm4.700 11.200L20 20',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" width={20} aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
