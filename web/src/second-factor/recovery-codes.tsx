import { Button, Checkbox } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../platform/api/call.ts'
import { useBrand } from '../platform/page/brand.ts'
import { useLeaveGuard } from '../platform/session/leave-guard.ts'
import { copyText } from '../platform/toasts/copy-text.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useAppSetupTexts } from './app-setup-texts.ts'
import css from './second-factor.module.css'

/** Recovery codes, shown once: continuing confirms that they are saved, and a reload or Back before that asks first. */
export function RecoveryCodesStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { name } = useBrand()
  const texts = useAppSetupTexts()
  const [confirmed, setConfirmed] = useState(false)
  const guard = useLeaveGuard(() => codes.length > 0 && !confirmed)
  const size = usePhone() ? 'xl' : 'sm'
  const list = `${codes.join('\n')}\n`
  const file = () => new Blob([`${texts.fileTitle(name)}\n\n${list}`], { type: 'text/plain' })
  return (
    <div className={css.step}>
      <p className={css.words}>{texts.recovery}</p>
      <ol className={css.codes} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css.buttons}>
        <Button
          size={size}
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => copyText(list, texts.codesCopied)}
        >
          {texts.copy}
        </Button>
        <Button
          size={size}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => saveFile(file(), texts.fileName)}
        >
          {texts.download}
        </Button>
      </div>
      <Checkbox
        label={texts.saved}
        checked={confirmed}
        onChange={(event) => setConfirmed(event.currentTarget.checked)}
      />
      <div className={css.foot}>
        <Button size={size} variant="filled" disabled={!confirmed} onClick={onDone}>
          {texts.done}
        </Button>
      </div>
      <ConfirmDialog
        opened={guard.asking}
        title={texts.leaveTitle}
        text={texts.leaveText}
        yes={texts.leave}
        no={texts.stay}
        onYes={guard.leave}
        onNo={guard.stay}
      />
    </div>
  )
}
