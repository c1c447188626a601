import { Fragment, type ReactNode } from 'react'

/** Email address that wraps after its @, and inside a part only when that part alone is too long. */
export function EmailText({ children }: { children: string }): ReactNode {
  return children.split(/(?<=@)/).map((part, place) => (
    <Fragment key={part}>
      {place > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
