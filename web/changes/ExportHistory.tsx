import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { jobs } from '../../contract/jobs.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { call, isTransient, query } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { queries } from '../loading/queryClient.ts'
import { announce } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { ProgressRing } from '../ui/ProgressRing.tsx'

/** In ms, how often the screen polls the progress of the job. */
const ASK_MS = 1_000

/** The last export that this tab started for the course. A dialog that opens again finds it here. */
const startedIn = (course_id: string) =>
  queryOptions<string>({ queryKey: ['exported', course_id], queryFn: skipToken, staleTime: Infinity })

function useExport(course_id: string) {
  const { data: job_id } = useQuery(startedIn(course_id))
  const job = useQuery({
    ...query(jobs.one, { job_id: job_id ?? '' }),
    enabled: job_id !== undefined,
    refetchInterval: ({ state: { data, error } }) =>
      data?.state === 'done' || data?.state === 'failed' || (error && !isTransient(error)) ? false : ASK_MS,
  })
  const start = useMutation({
    async mutationFn() {
      if (job_id !== undefined && job.data?.state === 'failed') {
        queries.setQueryData(query(jobs.one, { job_id }).queryKey, await call(jobs.retry, { params: { job_id } }))
        return
      }
      const started = await call(jobs.exportHistory, { params: { course_id }, idempotencyKey: newIdempotencyKey() })
      queries.setQueryData(startedIn(course_id).queryKey, started.job)
    },
  })
  const { state, progress = 0, result } = job.data ?? {}
  const isFailed = !start.isPending && (start.isError || (job.isError && !job.data) || state === 'failed')
  const isRunning = start.isPending || (!isFailed && job_id !== undefined && state !== 'done')
  return {
    isFailed,
    isRunning,
    percent: Math.floor(progress * 100),
    file: isFailed || isRunning ? null : (result ?? null),
    start: () => start.mutate(),
  }
}

/** Starts a job that writes the history of the course into a file, and shows its progress. */
export function ExportHistory() {
  const t = useAuthoring().history
  const { isFailed, isRunning, percent, file, start } = useExport(useCourseId())
  const outcome = isFailed ? t.notExported : file ? t.exported : undefined
  useEffect(() => {
    if (outcome) announce(outcome)
  }, [outcome])
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" pending={isRunning} onClick={start}>
        {isFailed ? t.exportAgain : t.export}
      </Button>
      {isRunning && <ProgressRing value={percent / 100} label={t.exporting(percent)} size={32} />}
      {outcome && <p className="text-sm">{outcome}</p>}
      {file && (
        <ButtonLink size="sm" href={file.location} download={file.filename} icon={<DownloadIcon size={18} />}>
          {file.filename}
        </ButtonLink>
      )}
    </div>
  )
}
