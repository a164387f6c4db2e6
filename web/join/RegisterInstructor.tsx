import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { courses } from '../../contract/courses.ts'
import { type Catalogue, useText } from '../i18n/index.ts'
import { CallError, call } from '../loading/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/Toast.tsx'
import { coursesChanged, minutesOf } from './queries.ts'

/** A code and a password make the person an instructor of the course that issued them. */
export function RegisterInstructor() {
  const t = useText().join
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const register = useMutation({
    mutationFn: () => call(courses.register, { params: {}, body: { code: code.trim(), password } }),
    onSuccess: () => {
      coursesChanged()
      toast(t.registered, 'done')
    },
  })
  // Only while the form is open: a person who left stays where they are.
  const send = () => register.mutate(undefined, { onSuccess: ({ course_id }) => navigate(`/course/${course_id}/home`) })
  const missing = (value: string) => (asked && !value.trim() ? t.fill : undefined)

  return (
    <Card className="max-w-xl">
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (code.trim() && password.trim() && !register.isPending) send()
        }}
      >
        <p className="text-ink-soft">{t.instructorText}</p>
        <TextField
          label={t.code}
          required
          maxLength={100}
          autoComplete="off"
          value={code}
          onChange={setCode}
          error={missing(code)}
        />
        <TextField
          label={t.invitation}
          type="password"
          required
          maxLength={200}
          autoComplete="off"
          value={password}
          onChange={setPassword}
          error={missing(password)}
        />
        {register.isError && (
          <Alert tone="wrong" live>
            {whyOf(register.error, t)}
          </Alert>
        )}
        <Button type="submit" variant="primary" pending={register.isPending} className="justify-self-start">
          {t.register}
        </Button>
      </form>
    </Card>
  )
}

function whyOf(error: unknown, t: Catalogue['join']): string {
  const { code, retryAfter } = error instanceof CallError ? error : { code: undefined, retryAfter: 0 }
  if (code === 'too_many') return t.tooMany(minutesOf(retryAfter))
  if (code === 'offline') return t.notRegisteredOffline
  return code === 'internal' || code === 'busy' ? t.notRegistered : t.wrongPair
}
