"""Services whose name is as good as an address, the same in every language."""

SERVICES = (
    "jira|linear|notion|confluence|grafana|slack|trello|asana|bugzilla|sentry|datadog|kibana|figma|"
    "miro|sharepoint|google_drive|google_docs|discord|zulip|teams|mattermost|youtrack|redmine|"
    "airtable|clickup|pagerduty|opsgenie|splunk|looker|metabase|tableau|dropbox|nextcloud|zendesk|"
    "1password|bitwarden|lastpass|keepass|keepassxc|hashicorp_vault|doppler|infisical|key_vault|"
    "onedrive|gitbook|"
    "basecamp|shortcut|honeycomb|amplitude|mixpanel|backlog|feishu|dingtalk|yuque|飞书|钉钉|语雀|"
    "企业微信"
)
