// What both pages say before anybody is signed in, in the language of the page.
import type { EntranceTexts } from './languages/en.ts'

export let entranceTexts: EntranceTexts

export const setEntranceTexts = (texts: EntranceTexts): void => {
  entranceTexts = texts
}
