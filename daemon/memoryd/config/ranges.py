"""What numbers the settings may be."""

from .document import Origins
from .settings import Memories, Settings


def check_ranges(settings: Settings, origins: Origins) -> None:
    """Raise ConfigError for a number that is out of its range."""
    dream = settings.dream
    bounds = {
        ("extract", "quietSeconds"): (settings.extract.quiet_seconds, 0.1, 3600),
        ("extract", "modelQuietSeconds"): (settings.extract.model_quiet_seconds, 0.1, 86_400),
        ("extract", "modelInputTokenLimit"): (
            settings.extract.model_input_token_limit,
            500,
            1_000_000,
        ),
        ("recall", "deadlineMs"): (settings.recall.deadline_ms, 1, 10_000),
        ("dream", "minHoursBetweenDreams"): (dream.min_hours_between_dreams, 0, 8760),
        ("dream", "minSessionsBetweenDreams"): (dream.min_sessions_between_dreams, 0, 1000),
        ("dream", "scanIntervalMinutes"): (dream.scan_interval_minutes, 0, 1440),
        ("dream", "lockStaleMinutes"): (dream.lock_stale_minutes, 1, 1440),
        ("dream", "maxLossPercent"): (dream.max_loss_percent, 0, 100),
        ("recall", "limit"): (settings.recall.limit, 1, 5),
        ("recall", "maxBodyChars"): (settings.recall.max_body_chars, 100, 100_000),
    } | {("memories", key): bound for key, bound in _bound_memories(settings.memories).items()}
    for path, (value, low, high) in bounds.items():
        if not low <= value <= high:
            raise origins.error(f"must be between {low} and {high}, got {value}", path)


def _bound_memories(memories: Memories) -> dict[str, tuple[float, float, float]]:
    # The same beat renews the leases of both phases; one that comes late must not lose them.
    beat = min(memories.stage1_lease_seconds, memories.phase2_lease_seconds) / 2
    return {
        "maxRolloutAgeDays": (memories.max_rollout_age_days, 0, 3650),
        "minRolloutIdleHours": (memories.min_rollout_idle_hours, 0, 8760),
        "maxRolloutsPerStartup": (memories.max_rollouts_per_startup, 1, 1000),
        "summaryInjectionTokenLimit": (memories.summary_injection_token_limit, 0, 100_000),
        "threadScanLimit": (memories.thread_scan_limit, 1, 100_000),
        "maxRawMemoriesForGlobal": (memories.max_raw_memories_for_global, 1, 4096),
        "stage1Concurrency": (memories.stage1_concurrency, 1, 64),
        "stage1LeaseSeconds": (memories.stage1_lease_seconds, 10, 86_400),
        "stage1RetryDelaySeconds": (memories.stage1_retry_delay_seconds, 0, 86_400),
        "phase2LeaseSeconds": (memories.phase2_lease_seconds, 10, 86_400),
        "phase2RetryDelaySeconds": (memories.phase2_retry_delay_seconds, 0, 86_400),
        "phase2HeartbeatSeconds": (memories.phase2_heartbeat_seconds, 1, beat),
        "rolloutPayloadPercent": (memories.rollout_payload_percent, 0.01, 1),
        "phase1InputTokenLimit": (memories.phase1_input_token_limit, 100, 1_000_000),
        "fallbackTokenLimit": (memories.fallback_token_limit, 2048, 10_000_000),
    }
