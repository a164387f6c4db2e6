import { useText } from '../i18n/index.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { Card } from '../ui/Card.tsx'
import { Section } from '../ui/Section.tsx'

/** The task of a worksheet, above its fields. */
export function Instruction({ text }: { text: string }) {
  const t = useText().assignments
  return (
    <Section title={t.instruction}>
      <Card>{text ? <Markdown text={text} /> : <p className="text-ink-soft">{t.noInstruction}</p>}</Card>
    </Section>
  )
}
