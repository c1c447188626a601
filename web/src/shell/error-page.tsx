import { Link, useSearch } from '@tanstack/react-router'
import { paths } from '../platform/paths.ts'
import { errorText } from './error-texts.ts'
import { Notice } from './notice.tsx'

/** Shows the error of its address, but only one that the product itself gives (SHELL-28, P-39). */
export function ErrorPage() {
  const { error }: { error?: string } = useSearch({ strict: false })
  const { sentence, code } = errorText(error)
  return (
    <Notice title={sentence} text={code ?? undefined} alert>
      <Link to={paths.portal}>Go to homepage</Link>
    </Notice>
  )
}
