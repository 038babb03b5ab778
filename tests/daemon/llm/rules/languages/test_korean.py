"""What Korean speakers say for good, in any style of speech, and what they only say."""

import pytest

KEPT = """
project | 기억해 줘: 옛날 임포터는 Latin-1만 읽어 | Latin-1
project | 스테이징 DB는 매주 일요일에 초기화된다는 거 기억해 주세요 | 초기화
project | 이 API는 사내에서만 접근된다는 점 잊지 마세요 | API
project | Qt 라이선스 비용은 고객사가 냅니다. 메모해 둬. | Qt
project | 참고: 센서 시간은 전부 UTC | UTC
project | 알아 두세요, 운영 DB는 읽기 전용입니다 | 읽기
feedback | 아니, os.path 말고 pathlib 써 줘 | pathlib
feedback | 디버깅에 print 쓰지 말라고 했잖아요 | print
feedback | 틀렸어요, 브랜치 이름은 영어로 지어요 | 영어
feedback | 커밋하기 전에 꼭 나한테 물어봐 | 커밋
feedback | 줄마다 주석 다는 거 그만해 줘 | 주석
feedback | 너무 길어요. 다음부터는 짧게 써 주세요 | 짧게
feedback | 답변에 이모지 빼 줘 | 이모지
feedback | 답변은 한국어 반말로 해 줘 | 한국어
feedback | main에 강제 푸시는 절대 하지 마 | main
feedback | 머지 전에는 매번 린터를 돌려야 합니다 | 린터
feedback | 커밋 메시지는 무조건 영어로 | 영어
feedback | 모든 테이블에는 created_at 컬럼이 있어야 합니다 | created_at
feedback | 우리는 테스트를 코드 옆에 둬요 | 테스트
feedback | 새 엔드포인트에는 통합 테스트가 필수예요 | 통합
feedback | 예외는 삼키지 말고 로그로 남겨야 해요 | 예외
feedback | 앞으로 목은 되도록 쓰지 마세요 | 목
feedback | 생성된 파일은 건드리지 마세요, 빌드할 때마다 덮어써져요 | 생성
feedback | 이미 적용된 마이그레이션은 수정하면 안 됩니다 | 마이그레이션
feedback/project | 설정 파일은 TOML로 통일합니다 | TOML
user | 저는 작은 커밋을 좋아해요 | 작은
user | docstring보다 타입이 더 좋아요 | 타입
user/feedback | 긴 설명은 딱 질색이에요 | 긴 설명
user | 평소에 터미널에서 작업해요 | 터미널
user | 저는 생물학 전공이고 코딩은 1년 됐어요 | 생물학
user | 병원에서 데이터 분석가로 일해요 | 병원
user | Fortran은 20년째 쓰는데 Rust는 처음이에요 | Fortran
user | 결제 쪽은 제가 담당해요 | 결제
user | 저는 리스본에 살아서 시차가 9시간이에요 | 리스본
user | 쿠버네티스는 거의 몰라요 | 쿠버네티스
user | 저는 영상 처리 팀을 이끌고 있습니다 | 영상
project | Postgres를 쓰기로 했어요 | Postgres
project | 지난주에 Jenkins에서 GitLab CI로 옮겼습니다 | GitLab
project | 5월 1일부터는 Python 3.12만 지원합니다 | 2026-05-01
project | 이제 gRPC를 씁니다 | gRPC
project | Windows 7은 더 이상 지원하지 않아요 | Windows
project | 서비스들은 이제 REST 대신 gRPC로 통신해요 | gRPC
project | 고객사는 온프레미스만 원해요 | 온프레미스
project | 릴리스는 금요일이에요 | 2026-03-13
project | 인증서가 4월 14일에 만료돼요 | 2026-04-14
project | 다음 주 목요일부터 코드 프리즈입니다 | 2026-03-19
project | 데모가 3월 말로 미뤄졌어요 | 2026-03-31
project | 2주 뒤에 감사가 있어서 그때까지 문서를 끝내야 해요 | 2026-03-24
project | 모레가 고객사 납품이에요 | 2026-03-12
project | 현재 전부 Kubernetes 1.29에서 돌아갑니다 | 1.29
project | 우리 고객은 병원이라서 클라우드는 못 씁니다 | 병원
project | CI 예산은 한 달에 200유로예요 | 200
project/feedback | 법적으로 데이터는 EU 밖으로 나갈 수 없어요 | EU
project | Java 17로 계속 가기로 확정했어요 | Java
project | Redis는 뺐고 이제 프로세스 안에 캐시해요 | Redis
reference | 대시보드는 https://grafana.example.com/d/7 에 있어요 | grafana
reference | 버그는 Jira OPS 프로젝트에서 관리해요 | Jira
reference | 알림은 #ops-alerts 채널로 와요 | #ops-alerts
reference | 위키 옮겼어요: https://wiki.example.org/new | wiki
reference | 디자인은 Figma의 Marketing 폴더에 있어요 | Figma
project | 나중을 위해 메모: 일련번호는 공장에서 매긴다 | 일련번호
feedback/project | 고객이 아니라 회원이라고 불러요 | 회원
feedback | 아니, 주석은 한국어로 | 주석
feedback | 먼저 계획을 보여 주고 그다음에 코드를 써, 항상 | 계획
feedback/user | diff만 보여 주면 충분해요 | diff
feedback/user | 설명은 그렇게 길게 안 해도 돼요 | 설명
user | 저는 여기서 QA만 해요 | QA
user | 팀에 들어온 지 얼마 안 돼서 코드를 잘 몰라요 | 얼마
user | 저는 금요일에는 일 안 해요 | 금요일
project | 결국 쿠버네티스는 안 쓰기로 했어 | 쿠버네티스
project | 앱은 Flutter로 만들어요 | Flutter
project | 최소 지원 버전은 Android 9예요 | Android
project | 버전 3부터 XML 인터페이스는 없어져요 | XML
project | 임계값은 이제 70이 아니라 90이에요 | 90
project | 결제는 더 이상 PayPal 말고 Stripe로 합니다 | Stripe
project | 6월 30일까지 다 끝내야 해 | 2026-06-30
project | 5월 3일에 부산에서 전시회가 있어요 | 2026-05-03
project | 제출은 다음 주 수요일 | 2026-03-18
project | 저 5월 5일부터 휴가예요 | 2026-05-05
project | 4월 말에 서버실 이사해요 | 2026-04-30
project | 월말에 고객사 검수가 있어요 | 2026-03-31
reference/project | 하드웨어는 지훈 씨한테 물어보면 돼요 | 지훈
reference/project | 계정 정보는 1Password 실험실 금고에 있어요 | 1Password
reference | 프로토콜은 Confluence 측정 페이지에 적혀 있어요 | Confluence
reference | 스프린트 계획은 https://boards.example.com/b/3 | boards
feedback | main에 직접 푸시 금지 | main
feedback | 숫자는 항상 소수점 둘째 자리까지 | 소수점
feedback | SQL 키워드는 대문자로 씁니다 | SQL
feedback | 커밋 하나에 변경 하나만 | 커밋
feedback | 비밀 값은 저장소에 넣으면 안 돼요 | 비밀
feedback/project | 앞으로 발주 승인은 제가 아니라 민서 씨가 합니다 | 민서
project | 1월부터 박물관은 월요일 휴관이에요 | 월요일
project | 창고는 이제 상자 말고 팔레트 단위로 셉니다 | 팔레트
project | 소식지는 월요일이 아니라 목요일에 보내기로 했어요 | 목요일
project | 위원회에서 초록색 안으로 정했어요 | 초록색
project | 모바일 버전은 안 만들기로 했어요. 출판사가 직접 한대요 | 모바일
project | 다음 주 금요일 정오가 원고 마감이에요 | 2026-03-20
project | 시범 운영은 5월 말까지예요 | 2026-05-31
project | 3주 뒤에 전시가 열려요 | 2026-03-31
project | 선생님들 계정은 늦어도 4월 12일까지 필요해요 | 2026-04-12
reference | 시간표는 관제실이 SharePoint 표로 관리해요 | SharePoint
reference | 장애 나면 먼저 https://status.example.net 을 보세요 | status
reference/project | 프린터 비밀번호는 금고에 있어요 | 금고
feedback | 가격은 절대 반올림하지 마세요 | 가격
feedback | 환자 이름이 로그에 나오면 안 됩니다 | 환자
feedback | 우리는 항상 올림으로 계산해요 | 올림
feedback | 사진은 편집부 허락을 받은 다음에만 올려요 | 편집부
feedback | 아니요, 무게는 킬로가 아니라 그램이에요 | 그램
feedback/user | 안 되는 건 바로 말해 줬으면 좋겠어요 | 바로
feedback/user | 선택지가 있으면 항상 두 가지 안을 제시해 주세요 | 두 가지
user | 저는 원래 목수고 이건 부업이에요 | 목수
user | 저는 빨강이랑 초록을 잘 구분 못 해요 | 빨강
user | 저는 여름까지 가영 씨 대신 일해요 | 가영
project | 참고로 북쪽 비탈 센서는 여섯 시간마다 한 번만 보내요, 기억해 줘 | 북쪽
feedback | 변경은 항상 작은 단위로 나눠서 해 주면 좋겠어요 | 작은
feedback/user | 사소한 건 묻지 말고 알아서 정해 | 사소한
feedback | 또 영어로 바뀌었네요. 계속 한국어로 해 주세요 | 한국어
feedback | 단위는 꼭 붙여야 해요. 5가 아니라 5mm | 단위
feedback | 새 글은 먼저 교정을 거쳐야 합니다 | 교정
project | 4월부터 일정은 행정실이 관리해요 | 행정실
project | 예전 서버는 6월 30일에 내립니다 | 2026-06-30
project | 공사 이후로 계산대가 두 개만 남았어요 | 계산대
project | 라이선스는 해지했고 QGIS로 갈아타요 | QGIS
project | 출판사랑 합의한 대로 앱에는 광고를 안 넣어요 | 광고
user | 저는 관리인이지 프로그래머가 아니에요 | 관리인
user | 영어는 잘 못해서 한국어가 좋아요 | 영어
user | 귀가 안 좋아서 다 글로 보내 주세요 | 귀
reference | 점검 계획은 사내 인트라넷 기술 메뉴에 있어요 | 인트라넷
"""

PASSED = """
이걸 어떻게 다 기억해
우리 항상 rebase 하나요
왜 우리는 enum을 절대 안 쓰지
앞으로 탭을 쓰는 게 나을까
아직 Python 3.8 지원하는지 알려 줘
만약 Rust로 바꾸면 더 빨라질 것 같아
항상 테스트부터 쓰는 게 맞을지도 모르겠어요
앞으로 Kafka를 쓴다고 가정하면
Bazel로 바꿀지 고민 중이에요
앞으로 Docker를 쓸 수도 있을 텐데
함수 always_true 이름 바꿔 줘
임포트 테스트 추가하고 옛날 브랜치 삭제해 줘
제목 더 크게 하고 파란색 더 진하게 해 줘
로그인 오류 고쳐 줄 수 있어
테스트 돌리고 결과 보여 줘
오늘은 급하니까 테스트 없이 해
일단 SQLite로 가자
이번에는 주석 달지 마
서버는 내일까지 꺼져 있어요
이 브랜치에서는 스쿼시하지 마
동료가 "항상 탭을 써라"라고 했어요
문서에는 eval을 절대 쓰지 말라고 나와 있어요
번역해 줘: 앞으로는 항상 스페이스를 씁니다
블로그에 따르면 이제 uv만 써야 한대요
안나는 탭을 선호한대요
우리 팀장님은 긴 메일을 좋아하더라고요
대단하네, 또 새 프레임워크
역시 내가 테스트하면 항상 죽지 ㅋㅋ
앞으로 탭만 써. 아니다, 됐어
고마워요, 좋은 주말 보내세요
그럼 월요일에 봐요
어제부터 빌드가 빨간색이에요
이 테스트는 항상 실패해요
한 번도 된 적이 없어요
이건 기억하지 마
이런 에러는 처음 봐요
어제 배포했는데 잘 됐어요
이제 가 봐야 해요
5시까지 기차 안이에요
utils.py의 parse 함수는 에러가 나면 None을 반환해요
좋아 보이네요, 다음 모듈도 계속해 주세요
여기서 무슨 일이 일어나는지 전혀 모르겠어요
버튼을 왼쪽에 두고 싶어요
캐시 문제인 게 확실해요
아니, 다른 파일이요
아니요, 두 번째 테스트 말한 거예요
여기 좀 짧게 줄여 줘
버튼이 사라졌어요
이제 돼요
테스트 이제 다 통과해요
고객이 방금 전화했어요
매번 같은 에러야
마음에 안 들어, 다른 색으로 해 줘
첫 번째가 더 나은 것 같아요
금방 올게요
내일까지 끝내 줘
뷰를 절대 안 쓰는 이유가 있어
서버는 서울에 있는 것 같아요
항상 캐시하는 게 낫지 않아
7월 초에는 괜찮았어요
네, 수고하셨어요
로그에 연결이 한 번도 안 됐다고 나와요
파일 이름 좀 바꿔 줄래요
이건 절대 안 될 거야
전기세 내야 해
전원 뽑았더니 다시 되네
누가 썼어, 변수가 전부 x네
값을 70에서 90으로 바꿔 줘
오늘 손님 좀 이상했어
발주 승인은 누가 해요
어제 전시에 사람이 많았어요
밥 먹고 올게요
시간을 9시로 바꿔 줘
위원회가 찬성하면 초록색 안으로 갈 수도 있어요
이 표는 열이 열두 개예요
애가 아파서 나중에 이어서 할게요
요청마다 3초씩 걸려요
클릭할 때마다 두 번 처리돼요
클릭해도 창이 안 열려요
에러가 안 보여요
테스트 전부 통과했어요
방금 브랜치 푸시했어요
로그인 페이지 만들고 있어요
테스트 두 개 썼어요
페이지가 로딩에서 멈춰요
고객이 메일을 또 보냈어요
팀원들이 다 웃었어요
마지막 줄만 바꾸고 싶어요
전보다 나아졌어요
에러 두 개 찾았어요
목록 대신 빈 페이지가 나와요
에러 메시지가 이해가 안 돼요
두 번째 안이 낫겠다
이 메서드는 한 번도 호출되지 않아요
이제 되는 것 같아요
잠깐 쉴게요
버튼이 빨갛게 돼요
구독료가 올랐어요
어떻게 찾았는지는 묻지 마
커피 마시고 싶어요
40번째 줄부터 다 비어 있어요
업데이트 이후로 다 느려요
제가 바보네요, 폴더를 잘못 봤어요
테스트가 반만 통과해요
지금 로그 보내 드릴게요
고객이 언제 되는지 궁금해해요
일단 쉬운 길로 갑시다
페이지가 안 열려요
이건 내일 할게요
아무것도 안 보여요
너무 웃었어요
사무실에 아무도 없어요
"""


def rows(table):
    return [[cell.strip() for cell in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("kind", "text", "words"), rows(KEPT))
def test_what_holds_is_kept(hear, kind, text, words):
    assert any(kept.split()[0] in kind and words in kept for kept in hear(text)), hear(text)


@pytest.mark.parametrize("text", PASSED.strip().splitlines())
def test_what_passes_is_not(hear, text):
    assert hear(text) == []


OFFER = "마이그레이션을 두 단계로 나눴습니다."


@pytest.mark.parametrize(
    "answer",
    [
        "좋아요, 앞으로도 그렇게 해 주세요.",
        "네, 딱 이렇게 해 주세요 앞으로도",
        "좋아요, 이 형식 유지해 주세요",
        "다음에도 똑같이 해 줘",
    ],
)
def test_a_person_accepts_for_good_what_the_agent_did(hear, answer):
    assert any(OFFER.strip(".。") in kept for kept in hear(answer, offer=OFFER))


@pytest.mark.parametrize(
    "answer",
    [
        "네, 고마워요.",
        "네 계속해 주세요",
        "좋아, 다음",
    ],
)
def test_thanks_and_go_on_accept_nothing(hear, answer):
    assert hear(answer, offer=OFFER) == []
