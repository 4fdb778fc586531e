// The package has no types.
declare module '@marbec/web-auto-extractor' {
  type Thing = Record<string, unknown>
  export default class WebAutoExtractor {
    parse(html: string): {
      jsonld: Record<string, Thing[] | undefined>
      metatags: Record<string, string[]>
      errors?: unknown[]
    }
  }
}
