import { type ToldWindow, windowSentences } from '@coverdesk/domain/enrollment-windows/window-sentences.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'

/** When open enrollment is and when coverage begins, in the reader's language; amber where that is not known or confirmed. */
export function WindowNotice({ told, today }: { told: ToldWindow; today: string }) {
  const language = useSharedLanguage()
  return (
    <NoticeLine tone={told.special || told.window?.confidence === 'verified' ? 'blue' : 'amber'}>
      {windowSentences(told, today, language)}
    </NoticeLine>
  )
}
