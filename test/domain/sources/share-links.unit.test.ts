// The addresses to which share links lead.
import { describe, expect, it } from 'vitest'
import { toDownload } from '../../../src/domain/sources/share-links.ts'

const SHEET = 'https://docs.google.com/spreadsheets/d/1a2-b_3c'
const PUBLISHED = 'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub'

describe('a share link', () => {
  it.each([
    [`${SHEET}/edit?usp=sharing`, `${SHEET}/export?format=xlsx`],
    [`${SHEET}/edit#gid=7`, `${SHEET}/export?format=csv&gid=7`],
    [`${SHEET}/edit?gid=0#gid=0`, `${SHEET}/export?format=csv&gid=0`],
    [`${SHEET}/view?gid=7&range=A1`, `${SHEET}/export?format=csv&gid=7`],
    ['https://docs.google.com/spreadsheets/u/1/d/1a2-b_3c/edit#gid=7', `${SHEET}/export?format=csv&gid=7`],
    [`${PUBLISHED}html?gid=7&single=true`, `${PUBLISHED}?output=csv&gid=7&single=true`],
    [`${PUBLISHED}html`, `${PUBLISHED}?output=xlsx`],
    ['https://drive.google.com/file/d/1a2/view', 'https://drive.google.com/uc?export=download&id=1a2'],
    ['https://drive.google.com/open?id=1a2', 'https://drive.google.com/uc?export=download&id=1a2'],
    ['https://www.dropbox.com/s/1a2/list.csv?dl=0', 'https://www.dropbox.com/s/1a2/list.csv?dl=1'],
    [
      'https://www.dropbox.com/scl/fi/1a2/list.xlsx?rlkey=3b4&raw=1&st=5c6',
      'https://www.dropbox.com/scl/fi/1a2/list.xlsx?rlkey=3b4&st=5c6&dl=1',
    ],
    ['https://cloud.example.com/s/AbCdEf123456789', 'https://cloud.example.com/s/AbCdEf123456789/download'],
    [
      'https://example.com/nc/index.php/s/AbCdEf123456789?path=%2F&files=list.csv',
      'https://example.com/nc/index.php/s/AbCdEf123456789/download?path=%2F&files=list.csv',
    ],
  ])('%s leads to %s', (link, download) => {
    expect(toDownload(link)).toBe(download)
  })

  it.each([
    `${SHEET}/export?format=csv&gid=7`,
    `${SHEET}/export?format=csv`,
    `${SHEET}/gviz/tq?tqx=out:csv&sheet=Band`,
    `${PUBLISHED}?gid=7&single=true&output=csv`,
    'https://cloud.example.com/s/AbCdEf123456789/download',
    'https://example.com/list.csv?a=1',
  ])('%s is a file already', (link) => {
    expect(toDownload(link)).toBe(link)
  })

  it('of a sheet leads to the workbook, where sheets are chosen by name', () => {
    expect(toDownload(`${SHEET}/edit#gid=7`, true)).toBe(`${SHEET}/export?format=xlsx`)
  })
})
