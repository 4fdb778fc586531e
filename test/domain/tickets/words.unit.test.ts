// @module-tag more
import { describe, expect, it } from 'vitest'
import { foldCharacter } from '../../../src/domain/tickets/fold.ts'
import { countWords, isFound, parseSearch, ticketWords } from '../../../src/domain/tickets/words.ts'
import { isFull } from '../../support/runs.ts'

const NOBODY = {
  reference: null,
  seatLabel: null,
  holderEmail: null,
  attendeeName: null,
  attendeeEmail: null,
}

const finds = (q: string, fields: Partial<Record<keyof typeof NOBODY | 'ticketNumber', string>>): boolean =>
  isFound(ticketWords({ ticketNumber: 'NL006-000384', ...NOBODY, ...fields }), parseSearch(q))

describe('a search as people type', () => {
  it.each([
    ['oneill', "O'Neill"],
    ["o'neill", 'ONeill'],
    ['oneill', 'O’Neill'],
    ["o'neill", 'O’Neill'],
    ['o neill', "O'Neill"],
    ['dangelo', "D'Angelo"],
    ['hawaii', 'Hawaiʻi'],
    ['oneill', "Smith-O'Neill"],
    ["o'neill", 'Smith-ONeill'],
    ['hawaii', 'Kahananui-Hawaiʻi'],
    ["smith-o'neill", "Smith-O'Neill"],
    ["smith-o'neill", 'ONeill Smith'],
    ["d'o'brien", 'DOBrien-Smith'],
    ["müller-d'arc", 'Mueller-DArc'],
    ['jeanluc', 'Jean-Luc'],
    ['jean-luc', 'Jeanluc'],
    ['anamaria', 'Ana-María'],
    ['lukasz', 'Łukasz'],
    ['łukasz', 'Lukasz'],
    ['soren', 'Søren'],
    ['soeren', 'Søren'],
    ['søren', 'Soeren'],
    ['dang', 'Đặng'],
    ['dagny', 'Ðagny'],
    ['thor', 'Þór'],
    ['hal', 'Ħal'],
    ['aether', 'Æther'],
    ['oeuvre', 'Œuvre'],
    ['gudmundsdottir', 'Guðmundsdóttir'],
    ['strasse', 'Straße'],
    ['straße', 'Strasse'],
    ['STRASSE', 'Straẞe'],
    ['weiss', 'weiß'],
    ['mueller', 'Müller'],
    ['müller', 'Mueller'],
    ['muller', 'Müller'],
    ['goedel', 'Gödel'],
    ['mueller', 'Mu\u0308ller'],
    ['aase', 'Åse'],
    ['åse', 'Aase'],
    ['isik', 'Işık'],
    ['ışık', 'Işık'],
    ['IŞIK', 'Işık'],
    ['isil', 'ışıl'],
    ['ibrahim', 'İbrahim'],
    ['οδυσσευς', 'Ὀδυσσεύς'],
    ['κωστας', 'Κώστας'],
    ['елена', 'Елёна'],
    ['андреи', 'Андрей'],
    ['андрей', 'Андреи'],
    ['украіна', 'Україна'],
    ['nguyen', 'Nguyễn'],
    ['محمد', 'مُحَمَّد'],
    ['محمد', 'محـــمد'],
    ['احمد', 'أحمد'],
    ['فاطمه', 'فاطمة'],
    ['يحيي', 'يحيى'],
    ['שלום', 'שָׁלוֹם'],
    ['太郎', '山田太郎'],
    ['郎', '山田太郎'],
    ['철수', '김철수'],
    ['철수', '김철수'.normalize('NFD')],
    ['김철수'.normalize('NFD'), '김철수'],
    ['갂', '가\u11a9'],
    ['ชาย', 'สมชาย'],
    ['ヤマダ', 'ﾔﾏﾀﾞ'],
    ['12345', '１２３４５'],
    ['abc', 'ＡＢＣ'],
    ['fiona', 'ﬁona'],
  ])('%s finds the name %s', (q, attendeeName) => {
    expect(finds(q, { attendeeName })).toBe(true)
  })

  it.each([
    ['a12', { seatLabel: 'A-12' }],
    ['r12s7', { seatLabel: 'R12/S7' }],
    ['anavip', { holderEmail: 'ana+vip@example.com' }],
    ['anagarcia', { attendeeEmail: 'ana.garcia@example.com' }],
    ['jeanluc@example.com', { holderEmail: 'jean.luc@example.com' }],
    ['nl006000384', {}],
    ['0384', {}],
    ['6-000384', {}],
  ])('%s finds %o', (q, fields) => {
    expect(finds(q, fields)).toBe(true)
  })

  it.each([
    ['delacruz', 'De la Cruz'],
    ['kostas', 'Κώστας'],
    ['garica', 'García'],
    ['neillo', "O'Neill"],
    ['lucjean', 'Jean-Luc'],
    ['田郎', '山田太郎'],
    ['eill', "O'Neill"],
  ])('%s does not find the name %s', (q, attendeeName) => {
    expect(finds(q, { attendeeName })).toBe(false)
  })
})

describe('foldCharacter', () => {
  it('changes nothing when it is applied twice, for every code point', () => {
    const changed: number[] = []
    // Only the first two planes have letters and marks that fold.
    for (let point = 0; point <= (isFull ? 0x10ffff : 0x1ffff); point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const folded = foldCharacter(String.fromCodePoint(point))
      if ([...folded].map(foldCharacter).join('') !== folded) changed.push(point)
    }
    expect(changed).toEqual([])
  })
})

it('finds the same in composed and decomposed text, for every Hangul syllable and code point of the first plane', () => {
  const words = (name: string) =>
    [...ticketWords({ ticketNumber: 'n', ...NOBODY, attendeeName: name })].sort()
  /**
   * Letters with two marks, of which only the composed form is not also found as two letters, and a Greek
   * accent.
   */
  const exceptions = /[\u01d5-\u01dc\u01de\u01df\u01fa\u01fb\u01fe\u01ff\u022a\u022b\u1ffd\u212b]/
  const different: string[] = []
  for (let point = 0x80; point <= 0xffff; point++) {
    const character = String.fromCharCode(point)
    const decomposed = character.normalize('NFD')
    if (decomposed === character || exceptions.test(character)) continue
    if (words(`x${character}y`).join() !== words(`x${decomposed}y`).join()) different.push(character)
  }
  expect(different).toEqual([])
})

describe('parseSearch', () => {
  const words = (q: string) =>
    parseSearch(q).map(({ parts }) => parts.map((variants) => variants.join('|')).join('+'))

  it('asks for each word once, and not for one that begins another', () => {
    expect(words('a b a B')).toEqual(['a', 'b'])
    expect(words('b ana BIG bi anabel Bigger é e')).toEqual(['anabel', 'bigger', 'e'])
    expect(words('jean jean-luc')).toEqual(['jean+luc'])
    expect(words('mu müller')).toEqual(['muller|mueller'])
    expect(words('mue müller')).toEqual(['mue', 'muller|mueller'])
  })

  it('asks for nothing if there is no letter or digit', () => {
    for (const q of ['', '!?', "-'-", '|', '🎉']) expect(parseSearch(q)).toEqual([])
  })

  it('counts words as they are typed', () => {
    expect(countWords("a b a-c o'neill")).toBe(6)
  })
})
