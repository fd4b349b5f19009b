/** Mails as the services write them; `\n` ends a line. */
export const TOKEN = '0123456789abcdef0123456789abcdef';
const OURS = `Message-ID: <desk-outbox-7@rs.reseller.example>
From: Reseller Desk <desk@reseller.example>
To: gone@acme.example
Reply-To: renew+${TOKEN}@reseller.example
Subject: Your Google Workspace renews`;

export const GMAIL_REPLY = `Delivered-To: renew+${TOKEN}@reseller.example
Return-Path: <ravi@acme.example>
MIME-Version: 1.0
References: <first@reseller.example> <desk-outbox-7@rs.reseller.example>
In-Reply-To: <desk-outbox-7@rs.reseller.example>
From: Ravi Iyer <Ravi@Acme.example>
Date: Thu, 12 Nov 2026 15:00:00 +0530
Message-ID: <CAGx7=abc@mail.gmail.com>
Subject: =?UTF-8?Q?Re=3A_Your_Google_Workspace_renews_on_12_December_=E2=80=93_acme=2Eexample?=
To: Reseller Desk <renew+${TOKEN}@reseller.example>
Cc: boss@acme.example
Content-Type: multipart/mixed; boundary="mixed"

--mixed
Content-Type: multipart/alternative; boundary="000000000000a1"

--000000000000a1
Content-Type: text/plain; charset="UTF-8"

Yes please, 20 seats.

On Thu, 12 Nov 2026 at 10:00, Reseller Desk <desk@reseller.example>
wrote:

> Your Google Workspace renews on 12 December.

--000000000000a1
Content-Type: text/html; charset="UTF-8"

<div dir="ltr">Yes please, 20 seats.</div>
--000000000000a1--
--mixed
Content-Type: application/pdf; name="order.pdf"
Content-Disposition: attachment; filename="order.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--mixed--
`;

export const OUTLOOK_REPLY = `From: Ravi Iyer <ravi@acme.example>
To: "renew+${TOKEN}@reseller.example" <renew+${TOKEN}@reseller.example>
Subject: RE: Your Google Workspace renews
Thread-Topic: Your Google Workspace renews
Date: Thu, 12 Nov 2026 09:30:00 +0000
Message-ID: <PN3PR01MB1234@PN3PR01MB1234.INDPRD01.PROD.OUTLOOK.COM>
In-Reply-To: <desk-outbox-7@rs.reseller.example>
X-MS-Has-Attach:
X-MS-Exchange-CrossTenant-AuthAs: Internal
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: quoted-printable
MIME-Version: 1.0

<html><head><style>p {color: red}</style><script>alert(1)</script></head>=
<body><p>Please call me &amp; my colleague.</p><p>Ravi</p></body></html>
`;

export const ZOHO_REPLY = `From: Meera Shah <meera@acme.example>
To: "desk" <renew+${TOKEN}@reseller.example>
Message-Id: <19a7.1700000000000.123@zohomail.in>
In-Reply-To: <desk-outbox-7@rs.reseller.example>
Subject: Re: Your Google Workspace renews
Importance: Medium
User-Agent: Zoho Mail
X-Mailer: Zoho Mail
Content-Type: text/plain; charset="UTF-8"

We will decide next week.

---- On Thu, 12 Nov 2026 10:00:00 +0530 Reseller Desk wrote ----
`;

export const GMAIL_VACATION = `Return-Path: <>
From: Ravi Iyer <ravi@acme.example>
To: renew+${TOKEN}@reseller.example
Message-ID: <vacation@mail.gmail.com>
In-Reply-To: <desk-outbox-7@rs.reseller.example>
Subject: Away until Monday Re: Your Google Workspace renews
Precedence: bulk
X-Autoreply: yes
Auto-Submitted: auto-replied
Content-Type: text/plain

I am away.
`;

export const OUTLOOK_AWAY = `From: Ravi Iyer <ravi@acme.example>
To: renew+${TOKEN}@reseller.example
Subject: Automatic reply: Your Google Workspace renews
Message-ID: <away@PN3PR01MB1234.INDPRD01.PROD.OUTLOOK.COM>
In-Reply-To: <desk-outbox-7@rs.reseller.example>
X-Auto-Response-Suppress: All
auto-submitted: auto-generated
Content-Type: text/plain; charset="us-ascii"

I am out of office.
`;

export const ZOHO_AWAY = `From: Meera Shah <meera@acme.example>
To: renew+${TOKEN}@reseller.example
Subject: Out of office
Message-Id: <away.1700@zohomail.in>
Precedence: auto_reply
X-Zoho-Virus-Status: 1
Content-Type: text/plain

Back on Monday.
`;

export const READ_RECEIPT = `From: ravi@acme.example
To: renew+${TOKEN}@reseller.example
Subject: Read: Your Google Workspace renews
Message-ID: <receipt@acme.example>
Content-Type: multipart/report; report-type=disposition-notification; boundary="r"

--r
Content-Type: text/plain

Your message was read.
--r
Content-Type: message/disposition-notification

Final-Recipient: rfc822;ravi@acme.example
Disposition: manual-action/MDN-sent-manually; displayed
--r--
`;

const postfix = (action: string, diagnostic: string) => `Return-Path: <>
Delivered-To: desk@reseller.example
From: MAILER-DAEMON@mail.reseller.example (Mail Delivery System)
To: desk@reseller.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Date: Thu, 12 Nov 2026 10:00:02 +0530 (IST)
Message-Id: <${action}.4A1B2C@mail.reseller.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4A1B2C.1700/mail.reseller.example"

--4A1B2C.1700/mail.reseller.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.reseller.example.

--4A1B2C.1700/mail.reseller.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.reseller.example
X-Postfix-Queue-ID: 4A1B2C
Arrival-Date: Thu, 12 Nov 2026 10:00:00 +0530 (IST)

Final-Recipient: rfc822; gone@acme.example
Original-Recipient: rfc822;Gone@acme.example
Action: ${action}
Status: 5.1.1
Remote-MTA: dns; mx.acme.example
Diagnostic-Code: smtp; ${diagnostic}

--4A1B2C.1700/mail.reseller.example
Content-Description: Undelivered Message
Content-Type: message/rfc822

${OURS}

Your Google Workspace renews on 12 December.
--4A1B2C.1700/mail.reseller.example--
`;
export const POSTFIX_BOUNCE = postfix(
  'failed',
  '550 5.1.1 <gone@acme.example>: Recipient\n    address rejected: User unknown',
);
export const LATE_REPORT = postfix('delayed', '450 4.2.0 Try again');

export const EXCHANGE_NDR = `From: "Microsoft Outlook" <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@acme.onmicrosoft.com>
To: desk@reseller.example
Date: Thu, 12 Nov 2026 04:30:02 +0000
Content-Type: multipart/report; report-type="delivery-status"; boundary="5e6f"
X-MS-Exchange-Message-Is-Ndr:
Message-ID: <ndr@PN3PR01MB1234.INDPRD01.PROD.OUTLOOK.COM>
In-Reply-To: <desk-outbox-7@rs.reseller.example>
References: <desk-outbox-7@rs.reseller.example>
Subject: Undeliverable: Your Google Workspace renews
Auto-Submitted: auto-replied
MIME-Version: 1.0

--5e6f
Content-Type: multipart/alternative; differences=Content-Type; boundary="alt"

--alt
Content-Type: text/plain; charset="us-ascii"

Your message to gone@acme.example couldn't be delivered.
--alt--
--5e6f
Content-Type: message/delivery-status

Reporting-MTA: dns;PN3PR01MB1234.INDPRD01.PROD.OUTLOOK.COM

Final-Recipient: rfc822;gone@acme.example
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient gone@acme.example not found by SMTP address lookup

--5e6f
Content-Type: message/rfc822

${OURS}

Text
--5e6f--
`;

export const GMAIL_BOUNCE = `Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: desk@reseller.example
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: <desk-outbox-7@rs.reseller.example>
In-Reply-To: <desk-outbox-7@rs.reseller.example>
X-Failed-Recipients: gone@acme.example
Message-ID: <6543.google@mx.google.com>
Content-Type: multipart/report; boundary="0000b"; report-type=delivery-status

--0000b
Content-Type: text/plain; charset="UTF-8"

** Address not found **
--0000b
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com

Final-Recipient: rfc822; gone@acme.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
--0000b
Content-Type: text/rfc822-headers

${OURS}
--0000b--
`;

export const EXIM_BOUNCE = `Return-Path: <>
From: Mail Delivery System <Mailer-Daemon@mx.acme.example>
To: desk@reseller.example
Subject: Mail delivery failed: returning message to sender
X-Failed-Recipients: gone@acme.example
Auto-Submitted: auto-replied
Message-Id: <E1abc@mx.acme.example>

This message was created automatically by mail delivery software.
`;

export const QMAIL_BOUNCE = `Return-Path: <>
From: MAILER-DAEMON@mx.acme.example
To: desk@reseller.example
Subject: failure notice
Message-Id: <qmail@mx.acme.example>

Hi. This is the qmail-send program at mx.acme.example.
<gone@acme.example>: Sorry, no mailbox here by that name.
`;

export const UNSUBSCRIBE = `From: Ravi Iyer <ravi@acme.example>
To: renew+${TOKEN}@reseller.example
Subject: Unsubscribe
Message-ID: <unsub@mail.gmail.com>
Auto-Submitted: auto-generated

This message was automatically generated by Gmail.
`;

export const FEEDBACK_REPORT = `From: <abuse@isp.example>
To: abuse@reseller.example
Subject: FW: Your Google Workspace renews
Message-ID: <arf@isp.example>
Content-Type: multipart/report; report-type=feedback-report; boundary="arf"

--arf
Content-Type: text/plain

This is an email abuse report.
--arf
Content-Type: message/feedback-report

Feedback-Type: abuse
Version: 1
--arf
Content-Type: message/rfc822

${OURS}

Text
--arf--
`;
