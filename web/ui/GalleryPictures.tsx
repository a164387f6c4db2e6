import { AttendanceStrip } from './AttendanceStrip.tsx'
import { Avatar } from './Avatar.tsx'
import { Banner } from './Banner.tsx'
import { BarMeter } from './BarMeter.tsx'
import { Card } from './Card.tsx'
import { Carousel } from './Carousel.tsx'
import { CourseCover } from './CourseCover.tsx'
import * as drawings from './drawings.tsx'
import { longEnglish, longThai, Row, Specimen } from './GallerySpecimen.tsx'
import { Link } from './Link.tsx'
import { ProgressDots } from './ProgressDots.tsx'
import { ProgressRing } from './ProgressRing.tsx'
import { ScoreBadge } from './ScoreBadge.tsx'
import { Skeleton, SkeletonGroup } from './Skeleton.tsx'

const people = [
  { id: 'p1', name: 'Ploy Srisuk' },
  { id: 'p2', name: 'เกวลิน ใจดี' },
  { id: 'p3', name: 'Arthit Wongsawat' },
  { id: 'p4', name: 'Nat' },
  { id: 'p5', name: 'Mali Chaiyaporn' },
  { id: 'p6', name: 'สมชาย' },
]
const courses = [
  longEnglish,
  longThai,
  'Calculus I',
  'Art of Tea',
  'Data Structures',
  'Thai History',
  'Ecology',
  'Physics',
  'Law',
  'Robotics',
  'Poetry',
  'Soil',
]
const attendance = ['done', 'done', 'late', 'wrong', 'done', 'neutral', 'neutral', 'neutral'] as const
const attended = { done: 'Present', late: 'Late', wrong: 'Absent', neutral: 'N/A' }

export function Pictures({ theme }: { theme: string }) {
  return (
    <>
      <Specimen name="Carousel">
        <Carousel
          label={`Banners, ${theme}`}
          autoplay={3000}
          words={{
            carousel: 'carousel',
            slide: 'slide',
            pause: 'Pause',
            play: 'Play',
            place: (number, count) => `${number} of ${count}`,
          }}
        >
          <Banner
            light="/banners/banner-1-light.webp"
            dark="/banners/banner-1-dark.webp"
            title="A bright room under a wide tree"
            text="Everything of your courses, in one calm place."
          />
          <Banner
            light="/banners/banner-2-light.webp"
            dark="/banners/banner-2-dark.webp"
            title="ห้องเรียนใต้ต้นจามจุรี"
            text="Pick up where you left off, from any device."
          />
        </Carousel>
      </Specimen>
      <Specimen name="CourseCover in Card">
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-5">
          {courses.map((name, index) => (
            <Card key={name} as="article" pad="none" linked className="overflow-hidden">
              <CourseCover id={`course-${index}`} />
              <div className="p-5">
                <h3 className="font-semibold text-lg">
                  <Link to={`/course/${index}`} look="cover">
                    {name}
                  </Link>
                </h3>
                <p className="mt-1 text-ink-soft text-sm">2110101 · Ploy and 2 more</p>
              </div>
            </Card>
          ))}
        </div>
      </Specimen>
      <Specimen name="Avatar">
        <Row>
          {people.map((person) => (
            <Avatar key={person.id} {...person} />
          ))}
          <Avatar id="x" name="Big Person" size={72} />
        </Row>
      </Specimen>
      <Specimen name="ScoreBadge">
        <Row>
          {[4, 5.5, 6.5, 7.5, 9].map((score) => (
            <ScoreBadge key={score} score={score} max={10} label={`${score} out of 10`} />
          ))}
          <ScoreBadge max={10} label="Not scored, out of 10" />
          {['A', 'B+', 'C', 'D', 'F', 3.5].map((grade) => (
            <ScoreBadge key={grade} grade={grade} />
          ))}
          <ScoreBadge score={9} max={10} size="lg" />
        </Row>
      </Specimen>
      <Specimen name="BarMeter, ProgressRing, ProgressDots">
        {[2, 5.5, 6.5, 7.5, 9].map((value) => (
          <BarMeter key={value} value={value} max={10} mean={6} label="Quiz" valueText={`${value} of 10, class 6`} />
        ))}
        <Row>
          <ProgressRing value={0} label="Progress, 0%" />
          <ProgressRing value={0.4} label="Progress, 40%">
            40%
          </ProgressRing>
          <ProgressRing value={1} size={88} label="Progress, 100%">
            100.00%
          </ProgressRing>
          <ProgressDots done={[true, true, false, true, false, false]} label="3 of 6 done" />
        </Row>
      </Specimen>
      <Specimen name="AttendanceStrip">
        <AttendanceStrip
          label={`Attendance, ${theme}`}
          weeks={attendance.map((tone, index) => ({
            key: String(index),
            label: String(index + 1),
            tone,
            text: `Week ${index + 1}: ${attended[tone]}`,
          }))}
        />
      </Specimen>
      <Specimen name="Skeleton">
        <SkeletonGroup label="Loading" className="grid gap-4">
          <div className="flex items-center gap-3">
            <Skeleton shape="circle" className="size-10" />
            <div className="flex-1">
              <Skeleton className="w-1/2" />
              <Skeleton className="w-2/3" />
            </div>
          </div>
          <Skeleton shape="block" className="h-28 w-full" />
        </SkeletonGroup>
      </Specimen>
      <Specimen name="Drawings">
        <div className="grid gap-4 lg:grid-cols-2">
          {Object.entries(drawings).map(([name, Drawn]) => (
            <Card key={name} pad="sm">
              <Drawn />
            </Card>
          ))}
        </div>
      </Specimen>
    </>
  )
}
