import { type ReactNode, useState } from 'react'
import type { Recording } from '../../contract/meetings.ts'
import { NewTab } from '../common/NewTab.tsx'
import { Title } from '../common/Title.tsx'
import { useCan } from '../courses/membership.ts'
import { exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { AudioIcon, DownloadIcon, ExternalIcon, LockIcon, PlayIcon, VideoIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { dateTime12 } from './dates.ts'
import { useMeeting } from './useMeeting.ts'

export default function MeetingRecording() {
  const t = useText()
  const { meeting, toList } = useMeeting()
  const recording = meeting?.meeting_recording
  const { author } = useCan()
  return (
    <Dialog
      title={meeting?.meeting_title ?? t.loading}
      loading={!meeting}
      closeLabel={t.close}
      onClose={toList}
      size="lg"
    >
      {meeting && <Title over of={meeting.meeting_title} />}
      {!meeting ? (
        <SkeletonGroup label={t.loading} className="grid gap-4">
          <Skeleton className="w-64" />
          <Skeleton shape="block" className="h-16" />
          <Skeleton shape="block" className="h-16" />
          <Skeleton className="w-56 text-sm" />
        </SkeletonGroup>
      ) : recording && (recording.show || author) ? (
        <>
          {!recording.show && (
            <Alert tone="note" className="mb-4">
              {t.staff.meetings.notShown}
            </Alert>
          )}
          <Shown recording={recording} />
        </>
      ) : (
        <p className="text-ink-soft">{t.meetings.noRecording}</p>
      )}
    </Dialog>
  )
}

function Shown({ recording }: { recording: Recording }) {
  const t = useText().meetings
  const { password, video, audio, expire } = recording
  // One at a time, with its first address, so that a newer signed one does not restart it.
  const [playing, setPlaying] = useState<{ kind: 'video' | 'audio'; address: string }>()
  const play = (kind: 'video' | 'audio') => (address: string) => setPlaying({ kind, address })
  return (
    <div className="grid gap-4">
      {password && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <LockIcon size={18} className="text-ink-soft" />
          <span className="font-medium text-ink-soft text-sm">{t.password}</span>
          <code className="select-all rounded-sm bg-sunken px-2 py-0.5 font-mono">{password}</code>
        </p>
      )}
      {video && (
        <Part name={t.video} icon={<VideoIcon />} address={video} onPlay={play('video')}>
          {playing?.kind === 'video' && <Player {...playing} label={t.video} />}
        </Part>
      )}
      {audio && (
        <Part name={t.audio} icon={<AudioIcon />} address={audio} onPlay={play('audio')}>
          {playing?.kind === 'audio' && <Player {...playing} label={t.audio} />}
        </Part>
      )}
      {!video && !audio && <p className="text-ink-soft">{t.noRecording}</p>}
      {expire && (
        <p className="flex flex-wrap items-center gap-3 text-ink-soft text-sm">
          <Time iso={expire} exact={exact(expire)} focusable>
            {t.validTill(dateTime12(expire))}
          </Time>
          {Date.parse(expire) < serverNow() && <Badge tone="late">{t.expired}</Badge>}
        </p>
      )}
    </div>
  )
}

interface PartProps {
  name: string
  icon: ReactNode
  address: string
  onPlay: (address: string) => void
  children: ReactNode
}

/**
 * The recordings, with Play and Download. A recording on another service plays there: the product loads nothing from
 * it.
 */
function Part({ name, icon, address, onPlay, children }: PartProps) {
  const t = useText()
  const elsewhere = !address.startsWith('/') || address.startsWith('//')
  const away = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <section aria-label={name} className="rounded-md border border-line">
      <div className="flex flex-wrap items-center gap-3 p-3">
        <span className="text-note">{icon}</span>
        <h3 className="min-w-24 flex-1 font-medium">{name}</h3>
        <div className="flex flex-wrap gap-3">
          {elsewhere ? (
            <ButtonLink size="sm" icon={<PlayIcon size={16} />} href={address} {...away}>
              {t.meetings.play}
              <ExternalIcon size={14} />
              <NewTab />
            </ButtonLink>
          ) : (
            <Button
              size="sm"
              icon={<PlayIcon size={16} />}
              aria-label={t.meetings.playOf(name)}
              onClick={() => onPlay(address)}
            >
              {t.meetings.play}
            </Button>
          )}
          <ButtonLink
            size="sm"
            icon={<DownloadIcon size={16} />}
            href={address}
            download=""
            aria-label={t.meetings.downloadOf(name)}
            {...(elsewhere && away)}
          >
            {t.meetings.download}
          </ButtonLink>
        </div>
      </div>
      {children}
    </section>
  )
}

function Player({ kind, address, label }: { kind: 'video' | 'audio'; address: string; label: string }) {
  const t = useText().meetings
  const [failed, setFailed] = useState(false)
  if (failed) {
    return (
      <div className="p-3 pt-0">
        <Alert tone="wrong" live>
          {t.playFailed}
        </Alert>
      </div>
    )
  }
  const same = { src: address, controls: true, autoPlay: true, 'aria-label': label, onError: () => setFailed(true) }
  return kind === 'video' ? (
    <video {...same} playsInline className="max-h-[60dvh] w-full rounded-b-md bg-sunken" />
  ) : (
    <div className="p-3 pt-0">
      <audio {...same} className="w-full" />
    </div>
  )
}
