import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import css from './load-rows.module.css'
import type { RowsOnDemand } from './use-run-rows.ts'

interface Props<Row> {
  /** Accessible name of the rows. */
  label: string
  headings: readonly { name: string; className?: string | undefined }[]
  source: RowsOnDemand<Row>
  /** Text if there are no rows. */
  empty: string
  children(rows: Row[]): ReactNode
}

/** Table with infinite scrolling; its own scroll region works with the arrow keys. */
export function RowScroll<Row>({ label, headings, source, empty, children }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const { rows, more, loading, failed, retry } = source
  useEffect(() => {
    const target = end.current
    if (!target || !more) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      root: frame.current,
      rootMargin: '400px',
    })
    watch.observe(target)
    return () => watch.disconnect()
  }, [more])
  if (rows?.length === 0) return <p className={css.empty}>{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reached by keyboard
    <section ref={frame} className={css.scroll} aria-label={label} aria-busy={loading} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {headings.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {rows ? children(rows) : failed ? null : <Bones columns={headings.length} />}
      </table>
      {failed ? (
        <p className={css.empty} role="alert">
          {failed}{' '}
          <Button size="xs" onClick={retry}>
            Try again
          </Button>
        </p>
      ) : null}
      <div ref={end} />
    </section>
  )
}

function Bones({ columns }: { columns: number }) {
  return (
    <tbody>
      {[70, 50, 60, 66, 54, 62].map((width) => (
        <tr key={width}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton bars do not move
            <td key={column}>
              <SkeletonBar width={width} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
