import { Button } from '@mantine/core'

/** Lines that a dialog shows at first, and at most. */
export const linesAtOnce = 50
const maxLines = 500

interface Props {
  shown: number
  total: number
  pageSize: number
  onMore(pageSize: number): void
  /** File that has all of them: 'The statement as CSV'. */
  file: string
}

/** Shows more lines below a table of some of them; the file has what is too much for a dialog. */
export function MoreLines({ shown, total, pageSize, onMore, file }: Props) {
  const more = Math.min(pageSize * 2, maxLines)
  return (
    <>
      {total > shown && more > pageSize ? (
        <Button size="sm" variant="subtle" onClick={() => onMore(more)}>
          Show more lines
        </Button>
      ) : null}
      {total > pageSize && pageSize === maxLines ? (
        <p>
          These are the first {maxLines} lines. {file} has all of them.
        </p>
      ) : null}
    </>
  )
}
