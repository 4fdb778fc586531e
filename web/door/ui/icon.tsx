// The icon of a verdict: its shape tells it without its colour.
import type { Look } from './verdict.ts'

const PATHS: Record<Look | 'checking', string> = {
  in: 'M6 27l12 12 26-28',
  out: 'M20 6H8v38h12M18 25h26M33 13l12 12-12 12',
  partly: 'M8 18h22M8 32h14M34 22v12M34 40v2',
  already: 'M25 6v24M25 41v3',
  refused: 'M16 3h18l13 13v18L34 47H16L3 34V16zM18 18l14 14M32 18L18 32',
  checking: 'M25 8a17 17 0 1 1-15 9',
}

export const Icon = ({ look }: { look: Look | 'checking' }) => (
  <svg
    class="icon"
    viewBox="0 0 50 50"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="6"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    <path d={PATHS[look]} />
  </svg>
)
