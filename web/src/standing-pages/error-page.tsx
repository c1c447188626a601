import { Link, useSearch } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { Notice } from '../ui/page/notice.tsx'
import { errorText } from './error-text.ts'

/** Shows the error of the URL, but only codes of the product (SHELL-28, P-39). */
export function ErrorPage() {
  const { error }: { error?: string } = useSearch({ strict: false })
  const { sentence, code } = errorText(error)
  return (
    <Notice title={sentence} text={code ?? undefined} alert>
      <Link to={paths.portal}>Go to homepage</Link>
    </Notice>
  )
}
