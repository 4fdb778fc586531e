// Rules for migration files. `wrangler d1 migrations apply --remote` sends a file as one text to D1, which
// splits it into statements by a simpler grammar than SQLite's, and a split inside a trigger fails with
// "incomplete input".

const BREAKPOINT = '--> statement-breakpoint'

/** A statement without the comment lines above it and without its text literals. */
const bareStatement = (statement: string): string =>
  statement
    .replace(/^--.*\n?/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .trim()

const triggerProblems = (sql: string): string[] => {
  const [, name, body = ''] = /^CREATE TRIGGER (\w+)[\s\S]*?\bBEGIN\b([\s\S]*)$/.exec(sql) ?? []
  if (name === undefined)
    return ['CREATE TRIGGER, BEGIN and the name must be in the usual order, in capitals']
  return [
    ...(/;\s*END;$/.test(body) ? [] : [`${name}: must end with "END;", in capitals`]),
    ...(body.split(';').length === 3 ? [] : [`${name}: must have exactly one statement`]),
    ...(/\bCASE\b|\bEND\b[\s\S]*\bEND\b/i.test(body) ? [`${name}: must have no CASE in its body`] : []),
  ]
}

const statementProblems = (statement: string): string[] => {
  const sql = bareStatement(statement)
  if (/^CREATE\s+TRIGGER\b/i.test(sql)) return triggerProblems(sql)
  const start = sql.slice(0, 40)
  if (/\b(BEGIN|END)\b/i.test(sql)) return [`BEGIN or END outside a trigger: ${start}`]
  return sql.slice(0, -1).includes(';') ? [`two statements without a breakpoint between them: ${start}`] : []
}

/** The parts of a migration file that D1 might split differently from SQLite; empty if there are none. */
export const migrationProblems = (file: string): string[] => [
  ...(file.includes('\r') ? ['line ends must be LF'] : []),
  ...(file.includes('/*') ? ['comments must be lines that start with "--"'] : []),
  ...file
    .split('\n')
    .filter((line) => !line.endsWith(BREAKPOINT))
    .flatMap((line) => {
      const comment = /--.*$/.exec(line.replace(/'(?:[^']|'')*'/g, "''"))
      if (comment === null) return []
      if (comment.index > 0) return [`a comment must be on its own line: ${line}`]
      return /[;'"`]/.test(line) ? [`a comment must have no semicolon and no quote: ${line}`] : []
    }),
  ...file.split(BREAKPOINT).flatMap(statementProblems),
]
