// Finds the screen of an address.

/** The names of the ids in a path such as `/events/:eventId`. */
export type IdsOf<Path extends string> = Path extends `${string}:${infer Id}/${infer Rest}`
  ? Record<Id, string> & IdsOf<Rest>
  : Path extends `${string}:${infer Id}`
    ? Record<Id, string>
    : unknown

export type Found<Screen> = { screen: Screen; ids: Record<string, string>; query: URLSearchParams }

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const splitFragment = (fragment: string): { path: string; query: URLSearchParams } => {
  const [path = '', query] = fragment.replace(/^#/, '').split('?')
  return { path: path || '/', query: new URLSearchParams(query) }
}

/** The screen for the address in the fragment (`#/…`); undefined if there is none. */
export const findScreen = <Screen extends { path: string }>(
  screens: readonly Screen[],
  fragment: string,
): Found<Screen> | undefined => {
  const { path, query } = splitFragment(fragment)
  for (const screen of screens) {
    const pattern = screen.path.replace(/:(\w+)/g, `(?<$1>${ID})`)
    const match = new RegExp(`^${pattern}$`).exec(path)
    if (match !== null) return { screen, ids: { ...match.groups }, query }
  }
  return undefined
}

/** The section that contains the address: the one with the longest matching path. */
export const findSection = <Screen extends { path: string }>(
  navigation: readonly Screen[],
  fragment: string,
): Screen | undefined => {
  const { path } = splitFragment(fragment)
  return navigation
    .filter((screen) => path.startsWith(screen.path))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}
