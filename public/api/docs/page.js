// Shows our own document. A pasted token is not stored, and no other host is contacted.
const explorer = document.querySelector('openapi-explorer')
const readDocument = async () => (await fetch('/api/openapi.json')).json()

const [openapi] = await Promise.all([readDocument(), customElements.whenDefined('openapi-explorer')])
const { shadowRoot } = explorer

// What page.css does not reach: links that look like text, links of closed groups that take the focus, the contrast of
// a focused button, and a table that is too narrow on phones.
const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  .m-markdown a { text-decoration: underline; }
  #api-title { display: none; }
  .collapsed > .nav-bar-section-wrapper { visibility: hidden; }
  .m-btn.primary:is(:hover, :focus-visible) { color: var(--primary-btn-text-color); }
  @media (max-width: 767px) {
    #auth :is(table, tbody, tr, td) { display: block; width: auto; }
  }
  @media (prefers-reduced-motion: reduce) {
    * { transition: none !important; }
  }
`)
shadowRoot.adoptedStyleSheets.push(sheet)

// On a phone and in a zoomed window, the viewer's headings react to clicks alone.
const openByKey = () => {
  for (const heading of shadowRoot.querySelectorAll('.section-tag-header, summary')) heading.tabIndex = 0
}
new MutationObserver(openByKey).observe(shadowRoot, { childList: true, subtree: true })
shadowRoot.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Enter' && target.matches('.section-tag-header, summary')) target.click()
})

// The viewer sends defaults. It shows examples as hints only.
for (const parameter of Object.values(openapi.components.parameters)) {
  if (parameter.in === 'path') parameter.schema.default = parameter.example
}
await explorer.loadSpec(openapi)
