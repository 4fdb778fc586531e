/// <reference path="./saxen.d.ts" />
// Reads XML as a stream of elements. Their names are without prefixes, which programs choose freely.
import { decode, Parser } from 'saxen'

type Attributes = (name: string) => string | undefined

type Handlers = {
  open(name: string, attribute: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** An attribute by its name, else by its name after a prefix: of `id="a" r:id="b"`, `id` is a. */
const attributesOf =
  (read: () => Record<string, string>): Attributes =>
  (name) => {
    const attributes = read()
    const key = name in attributes ? name : Object.keys(attributes).find((one) => one.endsWith(`:${name}`))
    return key === undefined ? undefined : decode(attributes[key] ?? '')
  }

/** @throws Error if the text is no XML */
export const readXml = (xml: string, { open, close, text }: Handlers): void => {
  const parser = new Parser()
  parser.on('openTag', (name, attributes) => open(withoutPrefix(name), attributesOf(attributes)))
  if (close !== undefined) parser.on('closeTag', (name) => close(withoutPrefix(name)))
  if (text !== undefined) {
    parser.on('text', (part, decodeText) => text(decodeText(part)))
    parser.on('cdata', text)
  }
  parser.parse(xml)
}
