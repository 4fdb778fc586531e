/**
 * The script of a guest's page: a button that saves each ticket as a picture, because a queue may have no
 * network. It draws what the page shows, so it works where nothing can be loaded, and needs no picture, which
 * the policy of the page would block. Without scripts there is no button.
 */
export const SAVE_PICTURE = String.raw`
const WIDTH = 720, EDGE = 48, INNER = WIDTH - 2 * EDGE
const FONT = 'system-ui, sans-serif', DARK = '#14171c', SOFT = '#4c5461'

/** The lines of a text that fit. Longer words are broken. */
const wrap = (pen, text) => {
  const lines = ['']
  for (const part of text.split(/(?<=\s)/u).flatMap((word) => (pen.measureText(word).width > INNER ? [...word] : word))) {
    const line = lines[lines.length - 1] + part
    if (pen.measureText(line.trimEnd()).width > INNER) lines.push(part)
    else lines[lines.length - 1] = line
  }
  return lines
}

/** Each text with its font, its colour, the height of its lines, and the space before it. */
const textsOf = (article) => {
  const find = (selector) => article.querySelector(selector)?.textContent.trim() ?? ''
  const code = [...article.querySelectorAll('figcaption span')].map((part) => part.textContent).join(' ')
  const rows = [...article.querySelectorAll('dt')].flatMap((name) => [
    [name.textContent.trim(), '24px ' + FONT, SOFT, 30, 18],
    [name.nextElementSibling.textContent.trim(), '600 32px ' + FONT, DARK, 40, 0],
  ])
  return [
    [code, '600 30px ui-monospace, monospace', DARK, 42, 8],
    [find('h1'), '700 48px ' + FONT, DARK, 58, 28],
    [find('header p'), '28px ' + FONT, SOFT, 36, 4],
    ...rows,
  ].filter(([text]) => text !== '')
}

const draw = (article) => {
  const svg = article.querySelector('svg')
  const size = svg.viewBox.baseVal.width
  const scale = Math.floor(WIDTH / size)
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  const isRightToLeft = document.dir === 'rtl'
  let y = size * scale
  const lines = textsOf(article).flatMap(([text, font, colour, height, before]) => {
    pen.font = font
    y += before
    return wrap(pen, text).map((line) => ({ line, font, colour, y: (y += height) }))
  })
  canvas.width = WIDTH
  canvas.height = y + EDGE
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, WIDTH, canvas.height)
  pen.direction = isRightToLeft ? 'rtl' : 'ltr'
  for (const { line, font, colour, y } of lines) {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(line, isRightToLeft ? WIDTH - EDGE : EDGE, y)
  }
  pen.translate(Math.floor((WIDTH - size * scale) / 2), 0)
  pen.scale(scale, scale)
  pen.fillStyle = '#000'
  for (const path of svg.querySelectorAll('path')) pen.fill(new Path2D(path.getAttribute('d')))
  return canvas
}

/** No system takes all characters in the name of a file. */
const nameOf = (article) =>
  article.querySelector('h1').textContent.replace(/[\\/:*?"<>|\p{C}\s]+/gu, ' ').slice(0, 100).replace(/^[. ]+|[. ]+$/g, '') || 'ticket'

for (const article of document.querySelectorAll('article:has(figure svg)')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = article.dataset.save
  button.addEventListener('click', () => {
    draw(article).toBlob((picture) => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(picture)
      link.download = nameOf(article) + '.png'
      document.body.append(link)
      link.click()
      link.remove()
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    }, 'image/png')
  })
  article.querySelector('.tip').append(' ', button)
}
`
