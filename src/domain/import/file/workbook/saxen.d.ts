// What is used of saxen, which has no types.
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(event: 'openTag', listen: (name: string, attributes: () => Record<string, string>) => void): this
    on(event: 'closeTag', listen: (name: string) => void): this
    on(event: 'text', listen: (text: string, decode: Decode) => void): this
    on(event: 'cdata', listen: (text: string) => void): this
    /** @throws Error if the text is no XML */
    parse(xml: string): void
  }

  export const decode: Decode
}
