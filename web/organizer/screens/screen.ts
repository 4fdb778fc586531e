// What the router and the navigation need to know of a screen.
import type { ComponentType } from 'preact'
import type { Entry } from '../ui/frame.tsx'
import type { IdsOf } from './router.ts'

type ScreenProps<Ids> = { ids: Ids; query: URLSearchParams }

type Declared<Path extends string> = {
  /** Its address in the fragment, with names for the ids: `/events/:eventId`. */
  path: Path
  /** Its link in the navigation. */
  name: string
  /** It has no navigation beside it. */
  isAlone?: true
  link?: Entry
  View: ComponentType<ScreenProps<IdsOf<Path>>>
}

export type Screen = Omit<Declared<string>, 'View'> & {
  View: ComponentType<ScreenProps<Record<string, string>>>
}

/** Declares a screen, whose view gets exactly the ids in its path. `screens.ts` lists all screens. */
export const defineScreen = <Path extends string>(screen: Declared<Path>): Screen =>
  screen as unknown as Screen
