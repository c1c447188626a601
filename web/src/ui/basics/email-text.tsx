import { Fragment, type ReactNode } from 'react'

/** An address of e-mail that breaks after its @ where it does not fit, and within a word only where a part does not. */
export function EmailText({ children }: { children: string }): ReactNode {
  return children.split(/(?<=@)/).map((part, place) => (
    <Fragment key={part}>
      {place > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
