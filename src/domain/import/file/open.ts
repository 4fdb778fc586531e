// Opens a file of guests: text, or a workbook with sheets.
import { decodeText } from './decode.ts'
import { type GuestFile, readGuestText, readPastedText } from './guest-file.ts'
import { chooseSheets, type Sheets } from './sheets.ts'
import type { Sheet } from './workbook/sheet.ts'

/** A zip file, as .xlsx files are. */
const isZip = ([a, b, c]: Uint8Array): boolean => a === 0x50 && b === 0x4b && c === 0x03
/** A compound file, as .xls files are, and .xlsx files with a password. */
const isOld = ([a, b, c]: Uint8Array): boolean => a === 0xd0 && b === 0xcf && c === 0x11

/** The file, and its sheets if it is a workbook. */
export type OpenedFile = Sheets | { file: GuestFile; sheets?: undefined }

/** What reads workbooks, which is loaded for them alone. */
type LoadReader = () => Promise<{ readWorkbook(bytes: Uint8Array): readonly Sheet[] }>

/**
 * A .txt file may be a list with a guest a line.
 *
 * @throws Error if the file is none of guests; the message is for people
 */
export const openGuestFile = async (
  bytes: Uint8Array,
  loadReader: LoadReader,
  name = '',
): Promise<OpenedFile> => {
  if (isOld(bytes)) {
    if (new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage')) {
      throw new Error('The file has a password. Save it without one.')
    }
    throw new Error('The file is of an old version of Excel. Save it as .xlsx or CSV.')
  }
  if (!isZip(bytes)) {
    const text = decodeText(bytes)
    return { file: /\.txt$/i.test(name) ? readPastedText(text) : readGuestText(text) }
  }
  const { readWorkbook } = await loadReader()
  return chooseSheets(readWorkbook(bytes))
}
