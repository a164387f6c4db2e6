import { Alert } from './Alert.tsx'
import { Badge } from './Badge.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { Button } from './Button.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { longEnglish, longThai, Row, Specimen } from './GallerySpecimen.tsx'
import { IconButton } from './IconButton.tsx'
import * as icons from './icons.tsx'
import { Link } from './Link.tsx'
import { Logo } from './Logo.tsx'
import { PageTitle } from './PageTitle.tsx'
import { Section } from './Section.tsx'
import { Spinner } from './Spinner.tsx'
import { Time } from './Time.tsx'
import { Tooltip } from './Tooltip.tsx'

const variants = ['primary', 'quiet', 'danger', 'bare'] as const
const tones = ['neutral', 'done', 'soon', 'late', 'wrong', 'note', 'accent'] as const
const colours = {
  paper: 'bg-paper',
  card: 'bg-card',
  raised: 'bg-raised',
  sunken: 'bg-sunken',
  line: 'bg-line',
  ink: 'bg-ink',
  accent: 'bg-accent',
  done: 'bg-done',
  soon: 'bg-soon',
  late: 'bg-late',
  wrong: 'bg-wrong',
  note: 'bg-note',
}

export function Words({ theme }: { theme: string }) {
  return (
    <>
      <Specimen name="Logo, PageTitle, Breadcrumb">
        <Row>
          <Logo />
          <Logo size={56} mark />
        </Row>
        <Breadcrumb
          label={`Breadcrumb, ${theme}`}
          items={[{ label: 'Home', to: '/' }, { label: longEnglish, to: '/c' }, { label: 'Assignments' }]}
        />
        <PageTitle>{longThai}</PageTitle>
        <p className="max-w-prose">
          A bright room under a wide tree:{' '}
          <Link to="/about" look="text">
            a link in a line
          </Link>
          , <strong>strong words</strong>, {longThai}
          <span className="text-ink-soft"> and softer ones.</span>
        </p>
        <p className="tabular-nums">0123456789 · 18:59 · 8.50/10 — “quotes”, ‘single’, 50% … ครั้งที่ ๑๒ ผู้เรียน น้ำ ปี่ ฐาน</p>
      </Specimen>
      <Specimen name="Colours">
        <Row>
          {Object.entries(colours).map(([name, ground]) => (
            <span key={name} className="grid justify-items-center gap-1 text-ink-soft text-xs">
              <span className={`size-11 rounded-md border border-line ${ground}`} />
              {name}
            </span>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Button">
        {variants.map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>Start Attempt</Button>
            <Button variant={variant} icon={<icons.PlusIcon size={18} />}>
              Add
            </Button>
            <Button variant={variant} pending>
              Submitting
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
          </Row>
        ))}
        <Row>
          <Button variant="primary" size="lg">
            ลงชื่อเข้าใช้ด้วยบัญชีมหาวิทยาลัย
          </Button>
          <ButtonLink to="/join" size="lg">
            A link
          </ButtonLink>
          <ButtonLink href="https://example.org/" variant="bare" icon={<icons.ExternalIcon size={18} />}>
            Elsewhere
          </ButtonLink>
        </Row>
      </Specimen>
      <Specimen name="IconButton, Tooltip, Time, Spinner">
        <Row>
          <IconButton label="Search" icon={<icons.SearchIcon />} />
          <IconButton label="Not now" icon={<icons.TrashIcon />} disabled />
          <Tooltip text="Opens in the provider’s own window">
            <Button size="sm">Hover or focus me</Button>
          </Tooltip>
          <Time iso="2026-03-01T16:59:00Z" exact="1 Mar 2026, 23:59" focusable>
            in 3 hours
          </Time>
          <Time iso="2026-03-01T16:59:00Z" exact="1 Mar 2026, 23:59">
            yesterday
          </Time>
          <Spinner label="Loading" />
        </Row>
      </Specimen>
      <Specimen name="Icons">
        <div className="flex flex-wrap gap-3 text-ink">
          {Object.entries(icons).map(([name, Drawn]) => (
            <Drawn key={name} size={24} />
          ))}
        </div>
      </Specimen>
      <Specimen name="Badge">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge tone="note" icon={<icons.GroupIcon size={14} />}>
            {longThai}
          </Badge>
        </Row>
      </Specimen>
      <Specimen name="Alert">
        <Alert title="Feedback available">Your instructor wrote to you.</Alert>
        <Alert tone="wrong" action={<Button size="sm">Try again</Button>}>
          Not sent: the network is away. Your text is kept.
        </Alert>
        <Alert tone="done">บันทึกแล้ว</Alert>
        <Alert tone="soon">Closes in 20 minutes.</Alert>
      </Specimen>
      <Specimen name="Section">
        <Section
          title={`Announcements, ${theme}`}
          action={
            <Link to="/all" look="text">
              See all
            </Link>
          }
        >
          <p>Its content.</p>
        </Section>
      </Specimen>
    </>
  )
}
