import { type ReactNode, useMemo, useState } from 'react';
import ToastBoardView from '#services/toasts/toast-board.tsx';
import { createToasts } from '#services/toasts/toasts.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner, type BannerProps } from '#ui/Banner.tsx';
import { BrandMark } from '#ui/BrandMark.tsx';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Checklist } from '#ui/Checklist.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { link, standaloneLink } from '#ui/link.css.ts';
import { Pager } from '#ui/Pager.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { Skeleton, type SkeletonProps } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Switch } from '#ui/Switch.tsx';
import { number } from '#ui/Table.css.ts';
import { Table } from '#ui/Table.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ThemeSwitch } from '#ui/ThemeSwitch.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';

export type Stories = Readonly<Record<string, ReactNode>>;
/** One story for each value of a property. TypeScript reports missing values. */
type ForEach<Value extends string | undefined> = Readonly<Record<NonNullable<Value>, ReactNode>>;

const wrong = 'This is not right yet';
const hint = 'As it stands on the card';
const nothing = () => undefined;
const states = [
  { value: 'IL', label: 'Illinois' },
  { value: 'TX', label: 'Texas' },
];

const OpenDialog = () => {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onClose={close} title="A dialog" footer={<Button onClick={close}>Continue</Button>}>
        <p>The page behind it does not scroll.</p>
      </Dialog>
    </>
  );
};

const Toasts = () => {
  const toasts = useMemo(() => {
    const made = createToasts();
    made.blank('There is news.');
    made.success('It was done.');
    made.error('It was not done.');
    made.loading('It is being done.');
    return made;
  }, []);
  return <ToastBoardView toasts={toasts} />;
};

interface Forced {
  readonly 'data-forced'?: string;
}

const Secondary = (props: ButtonProps & Forced) => (
  <Button variant="secondary" {...props}>
    Secondary
  </Button>
);

const PagerAt = ({ page, label }: { readonly page: number; readonly label: string }) => (
  <Pager
    label={label}
    mark={`Page ${page} of 3`}
    previous={{ text: 'Previous', isOff: page === 1, onPress: nothing }}
    next={{ text: 'Next', isOff: page === 3, onPress: nothing }}
  />
);

const MoreLink = (props: Forced) => (
  <a href="#more" className={standaloneLink} {...props}>
    More
  </a>
);

/** Stories for every state of each component. See a component at `/gallery?show=ui.<name>`. */
export const componentStories: Readonly<Record<string, Stories>> = {
  Badge: { bonus: <Badge>100 bonus</Badge> },
  Banner: {
    success: <Banner tone="success">It was done.</Banner>,
    error: <Banner tone="error">It was not done.</Banner>,
    info: <Banner tone="info">It will be done.</Banner>,
    warning: <Banner tone="warning">It may not be done.</Banner>,
    'with much to say': (
      <Banner tone="error">
        <p>
          It was not done, and there is more to say of it than a line takes on any screen that it is read on.
        </p>
        <ul>
          <li>This is one reason.</li>
          <li>This is another.</li>
        </ul>
      </Banner>
    ),
  } satisfies ForEach<BannerProps['tone']> & Stories,
  BrandMark: { mark: <BrandMark /> },
  Button: {
    primary: <Button>Primary</Button>,
    secondary: <Secondary />,
    quiet: <Button variant="quiet">Quiet</Button>,
    'primary, disabled': <Button disabled>Primary</Button>,
    'secondary, disabled': <Secondary disabled />,
    'primary, busy': <Button busy>Primary</Button>,
    'secondary, busy': <Secondary busy />,
    'secondary, has to wait': <Secondary aria-disabled />,
    'primary, chosen': <Button aria-pressed>Primary</Button>,
    'secondary, small': <Secondary small />,
    'primary, pointed at': <Button data-forced="hover">Primary</Button>,
    'secondary, pointed at': <Secondary data-forced="hover" />,
    'quiet, pointed at': (
      <Button variant="quiet" data-forced="hover">
        Quiet
      </Button>
    ),
    'primary, pressed down': <Button data-forced="hover active">Primary</Button>,
    'primary, by the keyboard': <Button data-forced="focus">Primary</Button>,
    'secondary, by the keyboard': <Secondary data-forced="focus" />,
  } satisfies ForEach<ButtonProps['variant']> & Stories,
  Checkbox: {
    unchecked: <Checkbox label="Low balance" />,
    'checked, with a hint': <Checkbox label="Low balance" hint={hint} defaultChecked />,
    disabled: <Checkbox label="Low balance" disabled />,
  },
  Checklist: {
    'some done': (
      <Checklist
        title="What it needs"
        items={[
          { text: 'A number', isDone: true, state: 'met' },
          { text: 'A symbol', isDone: false, state: 'not met yet' },
        ]}
        announcement=""
      />
    ),
  },
  CodeField: {
    empty: <CodeField label="Verification code" />,
    filled: <CodeField label="Verification code" defaultValue="123456" />,
    wrong: <CodeField label="Verification code" defaultValue="12" error={wrong} />,
  },
  Dialog: { open: <OpenDialog /> },
  Field: {
    'label, hint and error': (
      <Field label="Name" hint={hint} error={wrong}>
        {(wiring) => <input {...wiring} />}
      </Field>
    ),
  },
  Link: {
    'in a text': (
      <p>
        There is{' '}
        <a href="#more" className={link}>
          more
        </a>{' '}
        to read.
      </p>
    ),
    alone: <MoreLink />,
    'pointed at': <MoreLink data-forced="hover" />,
    'by the keyboard': <MoreLink data-forced="focus" />,
  },
  Pager: {
    'first page': <PagerAt page={1} label="Pages, the first" />,
    'middle page': <PagerAt page={2} label="Pages, in the middle" />,
    'last page': <PagerAt page={3} label="Pages, the last" />,
  },
  PasswordField: {
    empty: <PasswordField label="Password" />,
    filled: <PasswordField label="Password" defaultValue="Analytical-1843!" />,
    wrong: <PasswordField label="Password" defaultValue="short" error={wrong} />,
  },
  QrCode: {
    'an address': <QrCode text="https://example.com/" label="QR code of an address" failure={wrong} />,
  },
  Region: {
    'at rest': (
      <Region label="A region">
        <p>What it holds.</p>
      </Region>
    ),
    busy: (
      <Region label="A busy region" busy>
        <Skeleton />
      </Region>
    ),
  },
  RetryBanner: { offered: <RetryBanner text="It could not be loaded." onRetry={nothing} /> },
  SegmentedControl: {
    'one chosen': (
      <SegmentedControl label="Filter by state" options={states} chosen="TX" onChoose={nothing} />
    ),
  },
  SelectField: {
    'nothing chosen': <SelectField label="State" options={states} placeholder="Select a state" />,
    chosen: <SelectField label="State" options={states} defaultValue="TX" />,
    wrong: <SelectField label="State" options={states} placeholder="Select a state" error={wrong} />,
    disabled: <SelectField label="State" options={states} disabled />,
  },
  Skeleton: {
    'short line': <Skeleton width="short" />,
    'medium line': <Skeleton width="medium" />,
    'full line': <Skeleton width="full" />,
    ...({
      line: <Skeleton height="line" />,
      title: <Skeleton height="title" />,
      display: <Skeleton height="display" />,
      control: <Skeleton height="control" />,
      block: <Skeleton height="block" />,
    } satisfies ForEach<SkeletonProps['height']>),
  },
  Spinner: { turning: <Spinner label="Loading..." /> },
  Table: {
    'two rows': (
      <Table label="Purchases" columns={[{ name: 'Package' }, { name: 'Amount', isNumeric: true }]}>
        <tr>
          <td>Starter</td>
          <td className={number}>$5.00</td>
        </tr>
        <tr>
          <td>Plus</td>
          <td className={number}>$10.00</td>
        </tr>
      </Table>
    ),
  },
  TextField: {
    empty: <TextField label="Name" />,
    'with an example': <TextField label="Name" placeholder="Ada" />,
    filled: <TextField label="Name" defaultValue="Ada" />,
    'with a hint': <TextField label="Name" hint={hint} />,
    wrong: <TextField label="Name" defaultValue="?" error={wrong} />,
    'pointed at': <TextField label="Name" defaultValue="Ada" data-forced="hover" />,
    'with the focus': <TextField label="Name" defaultValue="Ada" data-forced="focus" />,
    'wrong, with the focus': <TextField label="Name" defaultValue="?" error={wrong} data-forced="focus" />,
    'read only': <TextField label="Country" value="United States" readOnly />,
    disabled: <TextField label="Name" defaultValue="Ada" disabled />,
  },
  Switch: {
    off: <Switch label="Automatic top-up" checked={false} onChange={() => undefined} />,
    on: <Switch label="Automatic top-up" checked onChange={() => undefined} />,
    'disabled off': <Switch label="Automatic top-up" checked={false} inert onChange={() => undefined} />,
    'disabled on': <Switch label="Automatic top-up" checked inert onChange={() => undefined} />,
  },
  ThemeSwitch: { 'as the page is shown': <ThemeSwitch /> },
  Toast: { 'of every kind': <Toasts /> },
  VisuallyHidden: {
    'for screen readers': (
      <p>
        There is nothing more to see here. <VisuallyHidden>But there is something to hear.</VisuallyHidden>
      </p>
    ),
  },
};
