"""What /metrics shows: what was counted as it happened, and what stands as it is now."""

from collections import Counter

from prometheus_client.exposition import generate_latest

from memoryd.jobs import JobStatus
from memoryd.system.inotify import count_watches, watch_limit

from .status import Health


def show_figures(health: Health) -> bytes:
    """Return all figures in the Prometheus text format. Blocking."""
    metrics, extractor = health.telemetry.metrics, health.clockwork.reconciler.extractor
    stands = Counter(job.status for job in health.jobs.all())
    for status in (JobStatus.RUNNING, JobStatus.PENDING):
        metrics.jobs.labels(status.value).set(stands[status])
    metrics.sessions.set(health.database.count_sessions())
    metrics.unread_bytes.set(sum(list(extractor.unread.values())))
    metrics.readers.set(health.telemetry.events.readers)
    for gauge, figure in ((metrics.watches, count_watches()), (metrics.watch_limit, watch_limit())):
        if figure is not None:
            gauge.set(figure)
    return generate_latest(metrics.registry)
