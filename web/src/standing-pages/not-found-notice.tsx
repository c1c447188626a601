import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { Notice } from '../ui/page/notice.tsx'

/** Not-found message; a single line with exactly this text. */
export function NotFoundNotice() {
  const isSpanish = useSharedLanguage() === 'es'
  return (
    <Notice title={isSpanish ? 'No se encontró la página' : 'Page not found / Are you lost?'}>
      <Link to={paths.start}>{isSpanish ? 'Ir al inicio' : 'Go to homepage'}</Link>
    </Notice>
  )
}
